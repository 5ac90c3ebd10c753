import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect as connectTo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { type HttpServer, initialize, withHttp } from './http-server.ts'

const vaults = { work: { 'plan.md': '# Plan\n' } }

/** Sends what `fetch` would not: its own Host, any target. */
async function send(
  { port }: HttpServer,
  { headers = {}, path = '/mcp', method = 'POST', body = JSON.stringify(initialize) } = {},
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  return await new Promise((resolve, reject) => {
    const request = plainRequest(
      {
        port,
        path,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...('transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function isServing({ callAs }: HttpServer): Promise<boolean> {
  const note = await callAs(null, 'get_note', { identifier: 'plan.md' })
  return note.content === '# Plan\n'
}

test.each([
  [{ host: 'evil.example' }, 403],
  [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ authorization: 'Bearer flint_wrong' }, 401],
  [{ authorization: 'Basic YTpi' }, 401],
  [{ 'content-type': 'text/plain' }, 415],
])('with %j a request is refused with %i, as JSON', (headers, status) =>
  withHttp(vaults, async (server) => {
    const { text, ...answer } = await send(server, { headers })
    expect(answer).toEqual({ status, type: expect.stringContaining('application/json') })
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
    expect(await isServing(server)).toBe(true)
  }),
)

test('off loopback every request needs a token, from this machine too', () =>
  withHttp(
    vaults,
    async (server) => {
      const refused = await server.post(initialize)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="flint-note"')
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringContaining('flint token create') },
      })
      const text = await server.token()
      expect((await server.post(initialize, { authorization: `Bearer ${text}` })).status).toBe(200)
      expect(
        (await send(server, { headers: { host: 'evil.example', authorization: `Bearer ${text}` } })).status,
      ).toBe(403)
      expect((await fetch(new URL('/healthz', server.url))).status).toBe(200)
    },
    { host: '0.0.0.0' },
  ))

test('neither a token nor an address with one in it gets into the log or an answer', () =>
  withHttp(vaults, async (server) => {
    const secret = await server.token({ name: 'laptop' })
    const wrong = `flint_${'x'.repeat(43)}`
    const answers = [
      await send(server, { headers: { authorization: `Bearer ${wrong}` } }),
      await send(server, { headers: { authorization: `Bearer ${secret}`, host: 'evil.example' } }),
      await send(server, { headers: { authorization: `Bearer ${secret}` }, body: '{"jsonrpc":' }),
      await send(server, { headers: { authorization: `Bearer ${secret}` }, path: `/mcp?token=${secret}` }),
      await send(server, { path: `/${secret}` }),
      await send(server, { headers: { authorization: secret } }),
    ]
    const told = [...server.logged, ...answers.map(({ text }) => text)].join('\n')
    for (const text of [secret, secret.slice(6), wrong]) expect(told).not.toContain(text)
    expect(server.logged.filter((line) => line.startsWith('warn refused a request'))).toHaveLength(3)
  }))

test.each([
  '/',
  '/mcp/',
  '/MCP',
  '//mcp',
  '/mcp/../healthz',
  '/%6dcp',
  '/healthz/../mcp',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/register',
  '/../../etc/passwd',
  'http://evil.example/mcp',
  '*',
])('there is nothing at %s', (path) =>
  withHttp(vaults, async (server) => {
    const { status, text } = await send(server, { path })
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ error: { message: expect.stringContaining('/mcp') } })
  }),
)

test('GET and DELETE are not served, and health is only read', () =>
  withHttp(vaults, async (server) => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const { status, type } = await send(server, { method, body: '' })
      expect({ method, status }).toEqual({ method, status: 405 })
      expect(type).toContain('application/json')
    }
    expect((await send(server, { path: '/healthz' })).status).toBe(405)
    const health = await fetch(new URL('/healthz', server.url))
    expect(await health.json()).toEqual({ status: 'ok' })
  }))

test('a note of nearly 10 MB is written whole; 20 MB are refused as JSON, announced or not', () =>
  withHttp(vaults, async (server) => {
    const long = 'A line of text.\n'.repeat(590_000)
    const written = await server.callAs(null, 'append_to_note', { identifier: 'plan.md', content: long })
    expect(written.error).toBeUndefined()
    expect((await server.read('plan.md')).length).toBeGreaterThan(9_400_000)
    const body = JSON.stringify({ ...initialize, padding: 'x'.repeat(20_000_000) })
    const announced = await send(server, { body })
    const chunked = await send(server, { body, headers: { 'transfer-encoding': 'chunked' } })
    for (const { status, type, text } of [announced, chunked]) {
      expect({ status, type }).toEqual({ status: 413, type: 'application/json' })
      expect(JSON.parse(text).error.message).toContain('10485760')
    }
    expect(await server.callAs(null, 'list_notes', { fields: ['id'] })).toMatchObject({ total: 1 })
  }))

test('bodies that together take too much are put off', () =>
  withHttp(
    vaults,
    async (server) => {
      const { status, text } = await send(server, { body: JSON.stringify({ a: 'x'.repeat(50_000) }) })
      expect(status).toBe(503)
      expect(JSON.parse(text).error.message).toContain('Try again')
      expect(await isServing(server)).toBe(true)
    },
    { limits: { receivingBytes: 20_000 } },
  ))

const openings: readonly (readonly [string, string])[] = [
  ['send nothing', ''],
  ['stop within the header', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-A: '],
  [
    'stop within the body',
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ],
]

test.each(openings)('a thousand connections that %s starve nobody', (_how, text) =>
  withHttp(vaults, async (server) => {
    const sockets = await openMany(server, 1_000, text)
    const started = performance.now()
    expect(await isServing(server)).toBe(true)
    const { status } = await send(server)
    expect(status).toBe(200)
    expect(performance.now() - started).toBeLessThan(5_000)
    await until('most of them are closed', () => sockets.filter(({ destroyed }) => !destroyed).length <= 300)
    for (const socket of sockets) socket.destroy()
  }),
)

test.each(openings)('connections that %s are closed when their time is over', (_how, text) =>
  withHttp(
    vaults,
    async (server) => {
      const sockets = await openMany(server, 5, text)
      await until('all of them are closed', () => sockets.every(({ destroyed }) => destroyed))
      expect(await isServing(server)).toBe(true)
    },
    { limits: { headerMs: 100, requestMs: 200 } },
  ),
)

test('clients that go away in the middle of anything leave a server that serves', () =>
  withHttp(vaults, async (server) => {
    for (const [, text] of openings) {
      const sockets = await openMany(server, 20, text)
      for (const socket of sockets) socket.destroy()
    }
    const leaving = Array.from({ length: 20 }, async () => {
      const gone = new AbortController()
      const call = {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'list_notes', arguments: {} },
      }
      const answer = fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(call),
        signal: gone.signal,
      })
      await turn()
      gone.abort()
      await answer.catch(() => undefined)
    })
    await Promise.all(leaving)
    expect(await isServing(server)).toBe(true)
    expect(server.logged.filter((line) => line.startsWith('error'))).toEqual([])
  }))

async function openMany({ port }: HttpServer, count: number, text: string): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connectTo(port, '127.0.0.1')
    socket.on('error', () => undefined)
    // Reading is how the end of the other side is noticed.
    socket.resume()
    return socket
  })
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect')
      if (text !== '') socket.write(text)
    }),
  )
  return sockets
}
