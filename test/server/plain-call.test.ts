import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/call/define-tool.ts'
import { readPlainCall } from '../../src/server/plain-call.ts'
import { until } from '../support/until.ts'
import { type Json } from '../support/with-vault.ts'
import { withHttp } from './http-server.ts'
import { waitingTool } from './waiting-tool.ts'

const accepted = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const newest = {
  ...accepted,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'get_note',
}
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'desk', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const args = { identifier: 'a.md' }
const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'get_note', arguments: args } }
const withParams = (more: object) => ({ ...call, params: { ...call.params, ...more } })
const modern = withParams({ _meta: envelope })

const read = (body: unknown, headers: object = accepted) => readPlainCall({ ...headers }, body)

test('a call of either revision is plain where it says what such a call says', () => {
  const plain = { id: 7, name: 'get_note', args, isModern: false, client: '', canAsk: false }
  expect(read(call)).toEqual(plain)
  expect(read({ ...call, id: 'x' })?.id).toBe('x')
  expect(read(withParams({ _meta: { 'app/use': 1 } }))).toEqual(plain)
  expect(read(call, { ...accepted, 'mcp-protocol-version': '2025-06-18' })).toEqual(plain)
  expect(read(modern, newest)).toEqual({ ...plain, isModern: true, client: 'desk' })
  const asking = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  expect(read(withParams({ _meta: asking }), newest)).toMatchObject({ canAsk: true })
})

test('whatever is odd is left to the SDK', () => {
  const odd: readonly (readonly [unknown, object])[] = [
    [null, accepted],
    [[call], accepted],
    [{ ...call, method: 'tools/list' }, accepted],
    [{ ...call, id: null }, accepted],
    [{ ...call, id: 1.5 }, accepted],
    [{ ...call, jsonrpc: '1.0' }, accepted],
    [{ ...call, more: 1 }, accepted],
    [withParams({ arguments: [] }), accepted],
    [withParams({ name: 1 }), accepted],
    [withParams({ task: {} }), accepted],
    [withParams({ _meta: { progressToken: 1 } }), accepted],
    [withParams({ _meta: { 'io.modelcontextprotocol/related-task': {} } }), accepted],
    [modern, accepted],
    [modern, { ...newest, 'mcp-name': 'list_notes' }],
    [modern, { ...newest, 'mcp-method': 'tools/list' }],
    [modern, { ...newest, 'mcp-protocol-version': '2025-06-18' }],
    [withParams({ _meta: envelope, inputResponses: {} }), newest],
    [withParams({ _meta: { ...envelope, 'io.modelcontextprotocol/logLevel': 'debug' } }), newest],
    [withParams({ _meta: { ...envelope, progressToken: 1 } }), newest],
    [call, newest],
    [call, { ...accepted, 'mcp-name': 'get_note' }],
    [call, { ...accepted, 'mcp-protocol-version': '2099-01-01' }],
    [call, { ...accepted, 'content-type': 'text/plain' }],
    [call, { ...accepted, accept: 'application/json' }],
    [call, { ...accepted, 'last-event-id': '1' }],
  ]
  expect(odd.filter(([body, headers]) => read(body, headers) !== null)).toEqual([])
})

/** The message of an answer, in a stream or not. */
async function messageOf(response: Response): Promise<Json> {
  const text = await response.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

test('a plain call is answered as the SDK answers it, in one piece', () =>
  withHttp({ main: { 'a.md': '---\n__proto__: 1\n---\n# Ä "quoted"\n' } }, async ({ post }) => {
    for (const [message, headers] of [
      [call, accepted],
      [modern, newest],
    ] as const) {
      for (const [name, given] of [
        ['get_note', args],
        ['get_note', { identifier: 'nowhere.md' }],
        ['list_notes', { limit: 1 }],
      ] as const) {
        const named = 'mcp-name' in headers ? { ...headers, 'mcp-name': name } : headers
        const meta = { ...('_meta' in message.params ? envelope : {}), progressToken: 1 }
        const params = { ...message.params, name, arguments: given }
        const plain = await post({ ...message, params }, named)
        const bySdk = await post({ ...message, params: { ...params, _meta: meta } }, named)
        expect(plain.headers.get('content-type')).toBe('application/json')
        expect(await messageOf(plain)).toEqual(await messageOf(bySdk))
      }
    }
  }))

test('a call that its client has left is told to stop', async () => {
  let state = 'not called'
  const waiting = defineTool({
    name: 'wait_here',
    title: 'Wait',
    toolset: 'vaults',
    description: 'Waits until it is told to stop.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({}),
    async handler(_, { signal }) {
      state = 'called'
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
      state = 'stopped'
      return {}
    },
  })
  await withHttp(
    { main: {} },
    async ({ url, anyone }) => {
      const leaving = new AbortController()
      const body = JSON.stringify({ ...call, params: { name: 'wait_here', arguments: {} } })
      const asked = fetch(url, {
        method: 'POST',
        headers: { ...accepted, ...anyone },
        body,
        signal: leaving.signal,
      })
      await until('it is called', () => state === 'called')
      leaving.abort()
      await expect(asked).rejects.toThrow('aborted')
      await until('it has stopped', () => state === 'stopped')
    },
    { more: [waiting] },
  )
})

test.each([
  ['2025-11-25', accepted, {}, false],
  ['2025-11-25 with progress', accepted, { _meta: { progressToken: 1 } }, false],
  ['2026-07-28', newest, { _meta: envelope }, true],
])('%s: only in the newest revision who disconnects cancels a change', async (_era, headers, more, stops) => {
  const writing = waitingTool('write_here', false)
  const reading = waitingTool('read_here', true)
  await withHttp(
    { main: {} },
    async ({ url, anyone }) => {
      // The disconnection of the second tells that the one before was noticed.
      for (const { tool, signals } of [writing, reading]) {
        const { name } = tool
        const leaving = new AbortController()
        const named = 'mcp-name' in headers ? { ...headers, 'mcp-name': name } : headers
        const asked = fetch(url, {
          method: 'POST',
          headers: { ...named, ...anyone },
          body: JSON.stringify({ ...call, params: { name, arguments: {}, ...more } }),
          signal: leaving.signal,
        })
          .then(async (response) => await response.text())
          .catch(() => 'left')
        await until('it is called', () => signals.length === 1)
        leaving.abort()
        expect(await asked).toBe('left')
      }
      await until('the reading is told to stop', () => reading.signals[0]?.aborted === true)
      expect(writing.signals[0]?.aborted).toBe(stops)
      writing.end()
      reading.end()
    },
    { more: [writing.tool, reading.tool] },
  )
})
