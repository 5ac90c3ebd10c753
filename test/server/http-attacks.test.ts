import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect as connectTo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Client as NewClient } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { sharing } from '../support/sharing.ts'
import { type HttpServer, initialize, listen as listenRequest, withHttp } from './http-server.ts'

const vaults = { work: { 'plan.md': '# Plan\n' } }

/** Requests that are refused, or lead nowhere, to one and the same server. */
const refusing = sharing<HttpServer>((use) => withHttp(vaults, use))

/** Sends what `fetch` would not: its own Host, any target. */
async function send(
  { port, anyone }: HttpServer,
  {
    headers = {},
    path = '/mcp',
    method = 'POST',
    body = JSON.stringify(initialize),
  }: {
    readonly headers?: Readonly<Record<string, string>>
    readonly path?: string
    readonly method?: string
    readonly body?: string | Buffer
  } = {},
): Promise<{
  readonly status: number
  readonly type: string
  readonly allow: string | undefined
  readonly text: string
}> {
  return await new Promise((resolve, reject) => {
    const request = plainRequest(
      {
        port,
        path,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...anyone,
          ...('transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => {
          const { allow, 'content-type': type = '' } = response.headers
          resolve({ status: response.statusCode ?? 0, type, allow, text })
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

refusing.for<[Readonly<Record<string, string>>, number]>([
  [{ host: 'evil.example' }, 403],
  [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ authorization: 'Bearer flint_wrong' }, 401],
  [{ authorization: 'Basic YTpi' }, 401],
  [{ 'content-type': 'text/plain' }, 415],
  [{ 'content-encoding': 'gzip' }, 415],
])('with %j a request is refused with %i, as JSON', async ([headers, status], { shared: server }) => {
  const { text, status: answered, type } = await send(server, { headers })
  expect({ status: answered, type }).toEqual({ status, type: expect.stringContaining('application/json') })
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  expect(await isServing(server)).toBe(true)
})

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

test('with --require-token clients on this machine need one as well, and are told how to get it', () =>
  withHttp(
    vaults,
    async (server) => {
      const refused = await server.post(initialize)
      expect(refused.status).toBe(401)
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringContaining('flint token create') },
      })
      const authorization = `Bearer ${await server.token()}`
      expect((await server.post(initialize, { authorization })).status).toBe(200)
      expect((await fetch(new URL('/healthz', server.url))).status).toBe(200)
    },
    { requireToken: true },
  ))

test('the streams of one caller take no place of another’s, and none of its own calls', () =>
  withHttp(
    vaults,
    async (server) => {
      const [mine, other] = [await server.token(), await server.token()]
      const uri = 'flint-note://work/notes/plan.md'
      const listen = async (client: NewClient) => await client.listen({ resourceSubscriptions: [uri] })
      const open = async (token: string | null) => {
        const client = await server.connect(token)
        if (!(client instanceof NewClient)) throw new TypeError('Only the newest revision listens.')
        return client
      }
      const greedy = await open(mine)
      const streams = [await listen(greedy), await listen(greedy)]
      await expect(listen(greedy)).rejects.toThrow(
        'The bearers of this token have 2 subscription streams open, and may have no more. Close those that are not needed',
      )
      await expect(listen(await open(mine))).rejects.toThrow('2 subscription streams')
      expect((await server.callAs(mine, 'get_note', { identifier: 'plan.md' })).content).toBe('# Plan\n')
      // A stream is one by what it asks for, whatever its header says.
      for (const method of ['tools/list', '']) {
        const disguised = await server.post(listenRequest.body, {
          ...listenRequest.headers,
          authorization: `Bearer ${mine}`,
          ...(method !== '' && { 'mcp-method': method }),
        })
        expect(disguised.status).toBe(400)
      }
      await listen(await open(other))
      await listen(await open(null))
      await streams[0]?.close()
      await until('there is room again', async () =>
        listen(greedy).then(
          () => true,
          () => false,
        ),
      )
    },
    { limits: { streamsPerCaller: 2 } },
  ))

test('what one caller has under way keeps no other from being answered', () =>
  withHttp(
    vaults,
    async (server) => {
      const mine = await server.token()
      const slow = {
        query: 'WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n FROM x) SELECT max(n) FROM x',
      }
      const call = (token: string) =>
        server.post(
          {
            ...initialize,
            method: 'tools/call',
            params: { name: 'search_notes_sql', arguments: { ...slow, timeout: 3 } },
          },
          { authorization: `Bearer ${token}`, 'mcp-protocol-version': '2025-11-25' },
        )
      const slowOnes = [call(mine), call(mine)]
      await until('they are under way', async () => {
        const { status } = await server.post(initialize, { authorization: `Bearer ${mine}` })
        return status === 429
      })
      const refused = await server.post(initialize, { authorization: `Bearer ${mine}` })
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(await refused.json()).toMatchObject({
        error: {
          message:
            'The bearers of this token have 2 requests under way, and may have no more. Wait for some of them.',
        },
      })
      expect(await isServing(server)).toBe(true)
      for (const answer of await Promise.all(slowOnes)) expect(answer.status).toBe(200)
      expect((await server.post(initialize, { authorization: `Bearer ${mine}` })).status).toBe(200)
    },
    { limits: { answersPerCaller: 2 } },
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

refusing.for([
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
])('there is nothing at %s', async (path, { shared: server }) => {
  const { status, text } = await send(server, { path })
  expect(status).toBe(404)
  expect(JSON.parse(text)).toMatchObject({ error: { message: expect.stringContaining('/mcp') } })
})

test('GET and DELETE are not served, and health is only read', () =>
  withHttp(vaults, async (server) => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, type, allow } = await send(server, { method, body: '' })
      expect({ method, status, allow }).toEqual({ method, status: 405, allow: 'POST' })
      expect(type).toContain('application/json')
    }
    expect(server.logged.filter((line) => line.startsWith('error'))).toEqual([])
    expect((await send(server, { path: '/healthz' })).status).toBe(405)
    const health = await fetch(new URL('/healthz', server.url))
    expect(await health.json()).toEqual({ status: 'ok' })
  }))

/** Sends bytes as they are and resolves with what comes back before the connection ends. */
async function sendRaw({ port, anyone }: HttpServer, text: string): Promise<string> {
  const own = Object.entries(anyone).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = text.replace('Host: localhost\r\n', (host) => host + own.join(''))
  const socket = connectTo(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  socket.end(bytes)
  await once(socket, 'close')
  return answer
}

const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n'
const asJson = `${head}Connection: close\r\nContent-Type: application/json\r\n`
const withBody = (body: string) => `${asJson}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

refusing.for<[string, string, RegExp]>([
  ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 400/],
  ['a method that nobody knows', 'BREW /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1.1 400/],
  ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n', /^(?:$|HTTP\/1.1 4)/],
  ['no Host', 'POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n', /^HTTP\/1.1 400/],
  ['a Host that is none', 'POST /mcp HTTP/1.1\r\nHost: a b\0c\r\n\r\n', /^HTTP\/1.1 40[03]/],
  [
    'an address without end',
    `POST /mcp?${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    /^HTTP\/1.1 4(?:14|31)/,
  ],
  ['headers without end', `${head}X-A: ${'x'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1.1 431/],
  ['chunks that are none', `${asJson}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, /^HTTP\/1.1 400/],
  ['two lengths', `${asJson}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, /^HTTP\/1.1 400/],
  [
    'a length and chunks',
    `${asJson}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    /^HTTP\/1.1 400/,
  ],
  ['another expectation', `${asJson}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`, /^HTTP\/1.1 417/],
  [
    'an upgrade',
    'GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n',
    /^HTTP\/1.1 405/,
  ],
  [
    'a body in another encoding',
    `${asJson}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
    /^HTTP\/1.1 4/,
  ],
  ['no body', withBody(''), /^HTTP\/1.1 400/],
  ['no JSON', withBody('{"a":'), /^HTTP\/1.1 400/],
  ['JSON that is deep', withBody('['.repeat(100_000)), /^HTTP\/1.1 400/],
  ['JSON that is deep and whole', withBody('['.repeat(100_000) + ']'.repeat(100_000)), /^HTTP\/1.1 400/],
  ['a number', withBody('7'), /^HTTP\/1.1 400/],
  ['null', withBody('null'), /^HTTP\/1.1 400/],
  ['an empty batch', withBody('[]'), /^HTTP\/1.1 400/],
  ['a batch of nothing', withBody('[null, 1, "x", {}]'), /^HTTP\/1.1 400/],
  ['no method', withBody('{"jsonrpc":"2.0","id":1}'), /^HTTP\/1.1 400/],
  ['a method that is none', withBody('{"jsonrpc":"2.0","id":1,"method":{}}'), /^HTTP\/1.1 400/],
  ['an id that is none', withBody('{"jsonrpc":"2.0","id":{"a":[]},"method":"ping"}'), /^HTTP\/1.1 400/],
  [
    'parameters that are none',
    withBody('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}'),
    /^HTTP\/1.1 400/,
  ],
])(
  'a request with %s is refused, and the next one is served',
  async ([, bytes, status], { shared: server }) => {
    expect(await sendRaw(server, bytes)).toMatch(status)
    expect(server.logged.filter((line) => line.startsWith('error'))).toEqual([])
    expect(await isServing(server)).toBe(true)
  },
)

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

const many = Array.from({ length: 30_000 }, () => ({}))
const manyKeys = Object.fromEntries(many.map((value, at) => [`key ${at}`, value]))
const callWith = (params: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })

refusing.for<[string, unknown, string]>([
  ['of nothing', many, '25000 values'],
  ['of many messages', many.slice(0, 101), '100 messages'],
  ['with many arguments', callWith({ name: 'get_note', arguments: manyKeys }), '25000 values'],
  ['with much beside it', callWith({ name: 'get_note', arguments: {}, _meta: manyKeys }), '25000 values'],
  ['of a few messages with much', [callWith({ name: 'x', arguments: { many } })], '25000 values'],
])('a request %s is refused before anything checks it', async ([, body, message], { shared: server }) => {
  const answer = await server.post(body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    error: { code: -32_600, message: expect.stringContaining(message) },
    id: null,
  })
})

test('a call of as many values as a tool takes is a call', () =>
  withHttp(vaults, async ({ callAs }) => {
    const fields = Array.from({ length: 19_990 }, () => 'id')
    const { error } = await callAs(null, 'list_notes', { fields })
    expect(error?.message ?? '').not.toMatch(/values in all/)
    const more = await callAs(null, 'list_notes', { fields: [...fields, ...fields.slice(0, 20)] })
    expect(more.error.message).toContain('20000 values')
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
    expect(await isServing(server)).toBe(true)
    const { status } = await send(server)
    expect(status).toBe(200)
    await until('most of them are closed', () => sockets.filter(({ destroyed }) => !destroyed).length <= 300)
    for (const socket of sockets) socket.destroy()
  }),
)

test('clients that all come at once are all served', () =>
  withHttp(vaults, async (server) => {
    const body = callWith({ name: 'get_note', arguments: { vault_id: 'work', identifier: 'plan.md' } })
    const answers = await Promise.all(
      Array.from({ length: 400 }, async () => (await send(server, { body: JSON.stringify(body) })).status),
    )
    expect(answers).toEqual(answers.map(() => 200))
  }))

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

refusing('a body that is no UTF-8 is a parse error and not carried out', async ({ shared: server }) => {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_note', arguments: { title: 'caf\u00e9', content: 'caf\u00e9' } },
  }
  const answer = await send(server, { body: Buffer.from(JSON.stringify(call), 'latin1') })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text)).toEqual({
    jsonrpc: '2.0',
    error: { code: -32700, message: 'The body is no UTF-8.' },
    id: null,
  })
  expect((await server.callAs(null, 'list_notes')).total).toBe(1)
})
