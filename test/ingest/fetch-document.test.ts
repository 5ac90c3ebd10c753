import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fetchDocument, usualLimits, type FetchLimits } from '../../src/ingest/fetch-document.ts'
import type { RequestRules, Resolve } from '../../src/ingest/guarded-request.ts'
import { createRobotsRules } from '../../src/ingest/robots-rules.ts'
import { withWebServer, type Answer } from '../support/web-server.ts'

const small: FetchLimits = { ...usualLimits, pageBytes: 100_000, pdfBytes: 300_000 }
const short: FetchLimits = { ...small, totalMs: 1_500, stallMs: 300 }

function get(
  url: string,
  {
    allow = [],
    resolve,
    robots = false,
    robotsMs,
    limits = small,
    signal = new AbortController().signal,
  }: {
    readonly allow?: readonly string[]
    readonly resolve?: Resolve
    readonly robots?: boolean
    readonly robotsMs?: number
    readonly limits?: FetchLimits
    readonly signal?: AbortSignal
  } = {},
) {
  const rules: RequestRules = { allowPrivate: allow, ...(resolve !== undefined && { resolve }) }
  return fetchDocument(new URL(url), {
    rules,
    limits,
    signal,
    robots: robots ? createRobotsRules(rules, robotsMs) : null,
  })
}

const failure = (reason: string) => ({ code: 'INGEST_FAILED', facts: { reason } })
const to =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { location }).end()
  }
const send =
  (body: Buffer | string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
  }

test('a page is fetched from an origin that is allowed, through redirects', () =>
  withWebServer({ '/a': to('/b', 301), '/b': to('c?x=1', 307), '/c': 'Hello' }, async ({ origin }) => {
    const { url, bytes, contentType } = await get(`${origin}/a`, { allow: [origin] })
    expect(url).toBe(`${origin}/c?x=1`)
    expect(bytes.toString()).toBe('Hello')
    expect(contentType).toBe('text/html; charset=utf-8')
  }))

test('loopback is refused before anything is sent, however it is written', () =>
  withWebServer({ '/': 'secret' }, async ({ origin, asked }) => {
    const { port } = new URL(origin)
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '017700000001',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
    ]
    for (const host of hosts)
      await expect(get(`http://${host}:${port}/`), host).rejects.toMatchObject(failure('blocked'))
    expect(asked).toEqual([])
  }))

test.for([
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://224.0.0.1/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://127.0.0.1/',
  'http://user:secret@example.org/',
])('a redirect to %s is refused', (target) =>
  withWebServer({ '/': to(target) }, async ({ origin }) => {
    await expect(get(origin, { allow: [origin] })).rejects.toMatchObject(failure('blocked'))
  }),
)

test('a redirect to another port of an allowed host is refused', () =>
  withWebServer({ '/': 'inner' }, (inner) =>
    withWebServer({ '/': to(`${inner.origin}/`) }, async ({ origin }) => {
      await expect(get(origin, { allow: [origin] })).rejects.toMatchObject(failure('blocked'))
      expect(inner.asked).toEqual([])
    }),
  ))

test('a name is judged by every address that it has, at the moment of the connection', () =>
  withWebServer({ '/': 'secret' }, async ({ origin, asked }) => {
    const { port } = new URL(origin)
    const answers = [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::1'],
      ['169.254.169.254'],
      ['::ffff:10.0.0.1'],
    ]
    for (const addresses of answers) {
      const resolve: Resolve = () =>
        Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
      await expect(get(`http://looks-fine.example:${port}/`, { resolve })).rejects.toMatchObject(
        failure('blocked'),
      )
    }
    expect(asked).toEqual([])
  }))

test('the connection goes where the check looked: a second answer of the resolver is never asked for', () =>
  withWebServer({ '/': 'page' }, async ({ origin }) => {
    const { port } = new URL(origin)
    let asked = 0
    const resolve: Resolve = () => {
      asked += 1
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '169.254.1.1', family: 4 }])
    }
    const named = `http://wiki.example:${port}`
    expect((await get(`${named}/`, { resolve, allow: [named] })).bytes.toString()).toBe('page')
    expect(asked).toBe(1)
  }))

test('a name that is unknown says so', async () => {
  const resolve: Resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  await expect(get('http://nowhere.example/', { resolve })).rejects.toMatchObject({
    ...failure('unreachable'),
    message: 'nowhere.example could not be reached (ENOTFOUND).',
  })
})

test('a loop of redirects ends', () =>
  withWebServer({ '/': to('/') }, async ({ origin, asked }) => {
    await expect(get(origin, { allow: [origin] })).rejects.toMatchObject(failure('redirects'))
    expect(asked.length).toBe(6)
  }))

test('a server that never answers, stalls midway or drips is given up in time', () =>
  withWebServer(
    {
      '/silent': () => undefined,
      '/stalls': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write('begin')
      },
      '/drips': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const timer = setInterval(() => response.write('.'), 50)
        response.on('close', () => {
          clearInterval(timer)
        })
      },
    },
    async ({ origin }) => {
      for (const path of ['/silent', '/stalls', '/drips']) {
        const asked = get(`${origin}${path}`, { allow: [origin], limits: short })
        await expect(asked, path).rejects.toMatchObject(failure('too-slow'))
      }
    },
  ))

test('a socket that opens and says nothing sensible fails cleanly', async () => {
  const server = createServer((socket) => socket.end('not http at all\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(get(origin, { allow: [origin] })).rejects.toMatchObject(failure('unreachable'))
  server.close()
})

test('gigabytes are refused, announced or not, at the first byte too many', () =>
  withWebServer(
    {
      '/announced': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000000000' }).write('x')
      },
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
        }
        response.on('drain', more)
        more()
      },
      '/pdf': send(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000)]), {
        'content-type': 'application/pdf',
      }),
      '/big-pdf': send(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000)])),
      '/no-pdf': send(Buffer.alloc(200_000, 'x'), { 'content-type': 'application/pdf' }),
    },
    async ({ origin }) => {
      for (const path of ['/announced', '/endless', '/big-pdf', '/no-pdf'])
        await expect(get(`${origin}${path}`, { allow: [origin] }), path).rejects.toMatchObject(
          failure('too-large'),
        )
      expect((await get(`${origin}/pdf`, { allow: [origin] })).bytes.length).toBe(200_009)
    },
  ))

const packed = (body: Buffer, encoding: string) => send(body, { 'content-encoding': encoding })
const bomb = Buffer.alloc(50_000_000)

test('packed pages are unpacked, and bombs are not', () =>
  withWebServer(
    {
      '/gzip': packed(gzipSync('Hello'), 'gzip'),
      '/br': packed(brotliCompressSync('Hello'), 'br'),
      '/deflate': packed(deflateSync('Hello'), 'deflate'),
      '/raw': packed(deflateRawSync('Hello'), 'deflate'),
      '/gzip-bomb': packed(gzipSync(bomb), 'gzip'),
      '/br-bomb': packed(brotliCompressSync(bomb.subarray(0, 5_000_000)), 'br'),
      '/twice': packed(gzipSync(gzipSync(bomb)), 'gzip, gzip'),
      '/lies': packed(Buffer.from('not packed'), 'gzip'),
      '/cut': packed(gzipSync(Buffer.from('Hello'.repeat(1_000))).subarray(0, 20), 'gzip'),
      '/unknown': packed(Buffer.from('x'), 'zpaq'),
    },
    async ({ origin }) => {
      for (const path of ['/gzip', '/br', '/deflate', '/raw'])
        expect((await get(`${origin}${path}`, { allow: [origin] })).bytes.toString(), path).toBe('Hello')
      const before = process.memoryUsage().rss
      for (const path of ['/gzip-bomb', '/br-bomb'])
        await expect(get(`${origin}${path}`, { allow: [origin] }), path).rejects.toMatchObject(
          failure('too-large'),
        )
      expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000)
      for (const path of ['/twice', '/lies', '/cut', '/unknown'])
        await expect(get(`${origin}${path}`, { allow: [origin] }), path).rejects.toMatchObject(
          failure('damaged'),
        )
    },
  ))

test('a status that is no success says what to do', () =>
  withWebServer(
    { '/403': (_request, response) => void response.writeHead(403).end(), '/304': to('/x', 304) },
    async ({ origin }) => {
      for (const status of [403, 404, 304])
        await expect(get(`${origin}/${status}`, { allow: [origin] })).rejects.toMatchObject({
          facts: { reason: 'status', status, hint: expect.any(String) },
        })
    },
  ))

test('a caller who cancels is not kept waiting', () =>
  withWebServer({ '/': () => undefined }, async ({ origin }) => {
    const cancel = new AbortController()
    const work = get(origin, { allow: [origin], signal: cancel.signal })
    cancel.abort()
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  }))

test('a robots.txt that refuses and one that could not be read are told apart', async () => {
  const told = (robots: string | Answer, robotsMs?: number) =>
    withWebServer({ '/page': 'Hello', '/robots.txt': robots }, async ({ origin }) => {
      const patience = robotsMs !== undefined && { robotsMs }
      const work = get(`${origin}/page`, { allow: [origin], robots: true, ...patience })
      await expect(work).rejects.toMatchObject({
        message: expect.stringContaining(typeof robots === 'string' ? 'does not allow' : 'could not be read'),
        facts: {
          reason: 'robots',
          hint: expect.stringMatching(typeof robots === 'string' ? /^Ask/ : /^Try again later/),
        },
      })
    })
  await told('User-agent: *\nDisallow: /')
  for (const status of [503, 429]) await told((_request, response) => void response.writeHead(status).end())
  await told(() => undefined, 300)
})

test.for<[answer: string | Answer | null, path: string, isAllowed: boolean]>([
  [null, '/page', true],
  ['User-agent: *\nDisallow: /page', '/page', false],
  ['User-agent: *\nDisallow: /other', '/page', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: flint-note\nAllow: /page', '/page', true],
  ['User-agent: FLINT-NOTE\nDisallow: /', '/page', false],
  ['User-agent: *\nDisallow: /page', '/%70a%67e', false],
  ['User-agent: *\nDisallow: /%70ag%65', '/page', false],
  ['User-agent: *\nDisallow: /%2570age', '/page', true],
  ['<html>no rules at all</html>', '/page', true],
  [(_request, response) => void response.writeHead(503).end(), '/page', false],
  [(_request, response) => void response.writeHead(401).end(), '/page', true],
  [to('http://169.254.169.254/robots.txt'), '/page', false],
  [to('/robots.txt'), '/page', true],
  [send('User-agent: *\nDisallow: /' + ' '.repeat(600_000)), '/page', false],
  [send(`User-agent: *\nDisallow: /other\n${'# more\n'.repeat(100_000)}`), '/page', true],
  [send(`User-agent: *\nDisallow: /page\n${'# more\n'.repeat(100_000)}`), '/page', false],
  [send(`User-agent: *\n${'# more\n'.repeat(100_000)}Disallow: /page\n`), '/page', true],
  [
    send(gzipSync(`User-agent: *\nDisallow: /other\n${'# more\n'.repeat(100_000)}`), {
      'content-encoding': 'gzip',
    }),
    '/page',
    true,
  ],
])('robots.txt %#: %s', ([robots, path, isAllowed]) =>
  withWebServer(
    { '/page': 'Hello', ...(robots !== null && { '/robots.txt': robots }) },
    async ({ origin, asked }) => {
      const work = get(origin + path, { allow: [origin], robots: true })
      if (isAllowed) expect((await work).bytes.toString()).toBe('Hello')
      else {
        await expect(work).rejects.toMatchObject({ code: 'INGEST_FAILED' })
        expect(asked).not.toContain('/page')
      }
    },
  ),
)
