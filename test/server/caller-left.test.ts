import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { callerLeft } from '../../src/server/caller-left.ts'

/** A request that arrives at a server, which answers nothing of itself. */
async function withRequest(
  use: (given: { readonly response: ServerResponse; readonly leave: () => void }) => Promise<void>,
): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  server.once('request', (_request, response: ServerResponse) => {
    resolve(response)
  })
  const sent = request({ port: address.port, host: '127.0.0.1' }).on('error', () => undefined)
  sent.end()
  try {
    await use({ response: await promise, leave: () => sent.destroy() })
  } finally {
    sent.destroy()
    server.close()
    server.closeAllConnections()
  }
}

test('a caller that goes while it waits has left', () =>
  withRequest(async ({ response, leave }) => {
    const left = callerLeft(response)
    expect(left.aborted).toBe(false)
    const aborted = once(left, 'abort')
    leave()
    await aborted
  }))

test('one that had gone before anybody looked has left, too', () =>
  withRequest(async ({ response, leave }) => {
    const closed = once(response, 'close')
    leave()
    await closed
    expect(callerLeft(response).aborted).toBe(true)
  }))

test('one that has its answer has not left', () =>
  withRequest(async ({ response }) => {
    const left = callerLeft(response)
    const closed = once(response, 'close')
    response.end('yes')
    await closed
    expect(left.aborted).toBe(false)
  }))
