import { expect, test } from 'vitest'
import { readResponse } from '../../src/gitlab/read-response.ts'

test('the head of an answer is told from its body', () => {
  const printed = 'HTTP/2.0 200 OK\nX-Total: 3\r\nX-Next-Page: \r\n\r\n[{"a":"b\\r\\n\\r\\nc"}]'
  expect(readResponse(printed)).toEqual({
    status: 200,
    headers: { 'x-total': '3', 'x-next-page': '' },
    json: [{ a: 'b\r\n\r\nc' }],
  })
})

test('an answer without a head is only read', () => {
  expect(readResponse('{"iid":1}')).toEqual({ status: null, headers: {}, json: { iid: 1 } })
  expect(readResponse('')).toEqual({ status: null, headers: {}, json: null })
  expect(readResponse('HTTP/1.1 502 Bad Gateway\n\r\n<html>')).toEqual({
    status: 502,
    headers: {},
    json: null,
  })
})
