import { expect, test } from 'vitest'
import { CancellableCalls, hearMessage } from '../../src/server/cancellable-calls.ts'
import { plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { initialize, withHttp } from './http-server.ts'
import { waitingTool } from './waiting-tool.ts'

const over = { name: 'over', arguments: {} }
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})
const call = (id: unknown, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params })

test.each([
  ['a change', false, {}],
  ['a change that tells how far it is', false, { onprogress: () => undefined }],
  ['a look', true, {}],
])('%s is cancelled by a client of 2025 over HTTP', async (_what, isReading, options) => {
  const { tool, signals, end } = waitingTool('wait_here', isReading)
  await withHttp(
    { main: {} },
    async ({ connect }) => {
      const client = await connect(null, '2025')
      const leaving = new AbortController()
      const { signal } = leaving
      const asked = client.callTool({ name: 'wait_here', arguments: {} }, undefined, { ...options, signal })
      const failed = expect(asked).rejects.toThrow()
      await until('it is called', () => signals.length === 1)
      leaving.abort()
      await failed
      await until('it is told to stop', () => signals[0]?.aborted === true)
      end()
    },
    { more: [tool] },
  )
})

test('a client cancels no call of another, nor one that belongs to nobody', async () => {
  const { tool, signals, end } = waitingTool('wait_here', false)
  await withHttp(
    { main: {} },
    async ({ post, token }) => {
      const bearers = [await token(), await token()].map((text) => ({ authorization: `Bearer ${text}` }))
      const [own, others] = bearers
      const message = call(7, { name: 'wait_here', arguments: {} })
      const asked = [
        post(message, { ...own, 'mcp-session-id': 'one' }),
        post(message, { ...own, 'mcp-session-id': 'two' }),
        post(message, { ...own }),
        post(message, { ...others, 'mcp-session-id': 'one' }),
      ]
      await until('all are called', () => signals.length === 4)
      for (const [id, headers] of [
        ['7', { ...own, 'mcp-session-id': 'one' }],
        [8, { ...own, 'mcp-session-id': 'one' }],
        [{}, { ...own, 'mcp-session-id': 'one' }],
        [7, { ...own, 'mcp-session-id': 'three' }],
        [7, { ...own }],
      ] as const)
        expect((await post(cancel(id), headers)).status).toBe(202)
      expect(signals.filter(({ aborted }) => aborted)).toEqual([])
      await post(cancel(7), { ...own, 'mcp-session-id': 'one' })
      await until('one is told to stop', () => signals.some(({ aborted }) => aborted))
      // It is answered all the same, as each request is over HTTP.
      expect((await asked[0]!).status).toBe(200)
      expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1)
      end()
      for (const answer of asked.slice(1)) {
        const { result } = plain(await (await answer).json())
        expect(result.isError).toBe(false)
      }
    },
    { more: [tool] },
  )
})

test('a session is random, given out at the start, and kept nowhere', () =>
  withHttp({ main: {} }, async ({ post }) => {
    const given = await Promise.all([post(initialize), post(initialize)])
    const [one, two] = given.map(({ headers }) => headers.get('mcp-session-id'))
    expect(one).toMatch(/^[\w-]{30,}$/)
    expect(one).not.toBe(two)
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    for (const headers of [{}, { 'mcp-session-id': one! }, { 'mcp-session-id': 'of another server' }]) {
      const answer = await post(list, headers)
      expect({ status: answer.status, given: answer.headers.get('mcp-session-id') }).toEqual({
        status: 200,
        given: null,
      })
    }
  }))

test('each call of a batch is cancelled for itself, and what has ended is forgotten', () => {
  const calls = new CancellableCalls()
  const held = hearMessage(calls, 'one', [call(1, over), call(2, over), null, 'x', cancel(2)])
  expect(held.map(({ signal }) => signal.aborted)).toEqual([false, true])
  const again = calls.hold('one', 2)
  expect(again.signal.aborted).toBe(true)
  for (const { release } of [...held, again]) release()
  const next = calls.hold('one', 2)
  expect(next.signal.aborted).toBe(false)
  hearMessage(calls, 'one', cancel(1))
  calls.cancelAll()
  expect(next.signal.aborted).toBe(true)
})
