import { expect, test } from 'vitest'
import { initialize, withToyProcess } from './toy-process.ts'
import { withHttp } from './http-server.ts'

const wrong: readonly (readonly [method: string, params: object, message: string])[] = [
  ['resources/read', {}, '`params.uri`: expected string, received undefined'],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'daily' }, argument: { name: 'date', value: 5 } },
    '`params.argument.value`: expected string, received number',
  ],
  ['tools/call', {}, '`params.name`: expected string, received undefined'],
]

test('wrong parameters are told in a sentence, with the code for them', () =>
  withToyProcess(async ({ send, answer }) => {
    send({ ...initialize, id: 'x', params: {} })
    expect((await answer('x')).error.code).toBe(-32602)
    send(initialize)
    await answer(1)
    for (const [at, [method, params, message]] of wrong.entries()) {
      send({ id: at + 2, method, params })
      expect((await answer(at + 2)).error).toEqual({
        code: -32602,
        message: `Wrong parameters. ${message}.`,
      })
    }
  }))

test('over HTTP, too', () =>
  withHttp({ work: {} }, async ({ post }) => {
    for (const [method, params, message] of wrong) {
      const answer = await (await post({ jsonrpc: '2.0', id: 1, method, params })).text()
      expect(answer).toContain(`"code":-32602,"message":"Wrong parameters. ${message}."`)
    }
  }))
