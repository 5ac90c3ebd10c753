import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as NewClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { plain } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { initialize, type ToyProcess, withToyProcess } from './toy-process.ts'

const how = {
  command: process.execPath,
  args: [fileURLToPath(new URL('toy-server.mjs', import.meta.url))],
  stderr: 'ignore' as const,
}
const info = { name: 'test', version: '1' }

test('a 2025 client is served', async () => {
  const client = new OldClient(info)
  await client.connect(new OldTransport(how))
  const result = plain(await client.callTool({ name: 'echo', arguments: { text: 'hello' } }))
  expect(result.structuredContent).toEqual({ length: 5, end: 'hello' })
  await client.close()
})

test('a 2026 client that asks for the newest revision gets it', async () => {
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new NewTransport(how))
  const result = plain(await client.callTool({ name: 'echo', arguments: { text: 'hello' } }))
  expect(result.structuredContent).toEqual({ length: 5, end: 'hello' })
  expect(client.getProtocolEra()).toBe('modern')
  await client.close()
})

test('standard output carries the protocol and nothing else', () =>
  withToyProcess(async ({ send, call, answer, child, end, lines }) => {
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    send(initialize)
    call(2, 'echo', { text: 'hello' })
    await answer(2)
    child.stdin.end()
    await end()
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
    expect(stderr).toContain('stray words\nmore stray words\n')
  }))

test('a script that is piped in gets every answer, its last line without a line break too', () =>
  withToyProcess(async ({ child, end, answer }) => {
    const requests = [
      initialize,
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'wait', arguments: { ms: 700 } } },
      { id: 3, method: 'tools/call', params: { name: 'echo', arguments: { text: 'last' } } },
    ]
    child.stdin.end(requests.map((request) => JSON.stringify({ jsonrpc: '2.0', ...request })).join('\n'))
    expect((await answer(2)).result.structuredContent).toEqual({ waited: 700 })
    expect((await answer(3)).result.structuredContent).toEqual({ length: 4, end: 'last' })
    expect(await end()).toMatchObject({ code: 0 })
  }))

test('a note of 10 MB arrives whole', () =>
  withToyProcess(async ({ send, call, answer }) => {
    send(initialize)
    call(2, 'echo', { text: `${'line "quoted"\n'.repeat(750_000)}final` })
    expect((await answer(2)).result.structuredContent).toEqual({ length: 10_500_005, end: 'final' })
  }))

test('a line that is no message is answered with a parse error, and the next line is served', () =>
  withToyProcess(async ({ child, send, answer, lines }) => {
    send(initialize)
    await answer(1)
    child.stdin.write('\nnonsense\n{"jsonrpc":"1.0"}\n')
    send({ id: 2, method: 'ping' })
    await answer(2)
    expect(lines.map((line) => JSON.parse(line).error?.code).filter(Boolean)).toEqual([-32700, -32700])
  }))

test('a line that is no UTF-8 is answered with a parse error and not carried out', () =>
  withToyProcess(async ({ child, send, answer, lines }) => {
    send(initialize)
    await answer(1)
    const call = { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'caf\u00e9' } } }
    child.stdin.write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`, 'latin1'))
    send({ id: 3, method: 'ping' })
    await answer(3)
    const answers = lines.map((line) => JSON.parse(line))
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([
      { code: -32700, message: 'The line is no UTF-8.' },
    ])
    expect(answers.some(({ id }) => id === 2)).toBe(false)
  }))

const ofBatches = {
  ...initialize,
  params: { ...initialize.params, protocolVersion: '2025-03-26' },
}

test('a batch of 2025-03-26 is answered as one message, without what was cancelled', () =>
  withToyProcess(async ({ child, send, answer, lines }) => {
    send(ofBatches)
    await answer(1)
    const wait = (id: number, ms: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'wait', arguments: { ms } },
    })
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } }
    const batch = [wait(2, 50), { id: 3, method: 'ping' }, wait(4, 60_000), cancel]
    child.stdin.write(`${JSON.stringify(batch)}\n`)
    await until('the answers of the batch', () => lines.length > 1)
    const answers = JSON.parse(lines[1] ?? '').toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
    expect(answers).toMatchObject([
      { id: 2, result: { structuredContent: { waited: 50 } } },
      { id: 3, error: { code: -32600 } },
    ])
  }))

test('where there are no batches each request of one is told so', () =>
  withToyProcess(async ({ child, send, answer }) => {
    send(initialize)
    await answer(1)
    const requests = [2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    child.stdin.write(`${JSON.stringify(requests)}\n`)
    for (const id of [2, 3])
      expect((await answer(id)).error).toEqual({
        code: -32600,
        message: expect.stringContaining('send each message on a line of its own'),
      })
  }))

test('a request of an unknown version is refused, however many of a known one came before', () =>
  withToyProcess(async ({ send, answer }) => {
    const list = (id: number, version: string) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': info,
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      send({ id, method: 'tools/list', params: { _meta } })
    }
    list(1, '2026-07-28')
    list(2, '2099-01-01')
    list(3, '2025-11-25')
    list(4, '2026-07-28')
    for (const id of [1, 4]) expect((await answer(id)).result.tools).toHaveLength(3)
    expect((await answer(2)).error).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01' },
    })
    expect((await answer(3)).error.code).toBe(-32022)
  }))

test('a request that is none is answered under its id, and twenty calls at once warn of nothing', () =>
  withToyProcess(async ({ child, send, call, answer, stderr }) => {
    send(initialize)
    child.stdin.write(
      '{"id":"a","method":"ping"}\n{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}\n',
    )
    expect((await answer('a')).error.code).toBe(-32600)
    expect((await answer(7)).error.code).toBe(-32600)
    const ids = Array.from({ length: 20 }, (_, index) => index + 10)
    for (const id of ids) call(id, 'wait', { ms: 50 })
    for (const id of ids) expect((await answer(id)).result.structuredContent).toEqual({ waited: 50 })
    expect(stderr()).not.toContain('MaxListeners')
  }))

test.each([
  ['its input ends', (child: ToyProcess['child']) => child.stdin.end()],
  ['it gets SIGTERM', (child: ToyProcess['child']) => child.kill('SIGTERM')],
  ['it gets SIGINT', (child: ToyProcess['child']) => child.kill('SIGINT')],
  [
    'nobody reads its output any more',
    (child: ToyProcess['child']) => {
      child.stdout.destroy()
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping' })}\n`)
    },
  ],
])('when %s it ends, though a timer lives and closing hangs', (_when, leave) =>
  withToyProcess(
    async ({ child, send, answer, end }) => {
      send(initialize)
      await answer(1)
      leave(child)
      expect(await end()).toEqual({ code: 0 })
    },
    ['stuck'],
  ),
)

test('a call that hangs does not keep a session alive', () =>
  withToyProcess(async ({ child, send, call, answer, end, lines }) => {
    send(initialize)
    call(2, 'wait', { ms: 1_100 })
    await answer(2)
    call(3, 'wait', { ms: 60_000 })
    child.stdin.end()
    expect(await end()).toEqual({ code: 0 })
    expect(lines).toHaveLength(2)
  }))

test('a change that has begun is finished before the process ends', () =>
  withToyProcess(async ({ child, send, call, answer, end }) => {
    const path = join(mkdtempSync(join(tmpdir(), 'flint-toy-')), 'note.md')
    send(initialize)
    call(2, 'write_slowly', { path, ms: 1_200 })
    call(3, 'echo', { text: 'it has begun' })
    await answer(3)
    child.kill('SIGTERM')
    expect(await end()).toMatchObject({ code: 0 })
    expect(readFileSync(path, 'utf8')).toBe('done')
    expect((await answer(2)).result).toMatchObject({ isError: false })
  }))

test('a subscription does not keep a closed connection open', () =>
  withToyProcess(async ({ child, send, answer, end }) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    send({ id: 1, method: 'tools/list', params: { _meta } })
    await answer(1)
    send({
      id: 2,
      method: 'subscriptions/listen',
      params: { _meta, notifications: { toolsListChanged: true } },
    })
    child.stdin.end()
    expect(await end()).toEqual({ code: 0 })
  }))
