import { randomBytes, createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { downloadFile } from '../../src/embed/download-file.ts'
import { withFolder } from '../support/with-folder.ts'
import { md5Of, withModelServer, type ModelServer } from './with-model-server.ts'

const bytes = randomBytes(300_000)

function withDownload(
  run: (given: {
    readonly server: ModelServer
    readonly folder: string
    readonly download: (path: string, onProgress?: (done: number, total: number) => void) => Promise<Buffer>
  }) => Promise<void>,
): Promise<void> {
  return withModelServer((server) =>
    withFolder({}, (folder) =>
      run({
        server,
        folder,
        async download(path, onProgress = () => undefined) {
          const file = join(folder, 'new', 'model.bin')
          await downloadFile({
            url: server.url + path,
            file,
            fetch: (url, init) => fetch(url, init),
            signal: new AbortController().signal,
            onProgress(done, total) {
              server.progress(done)
              onProgress(done, total)
            },
          })
          return await readFile(file)
        },
      }),
    ),
  )
}

test('a file arrives whole, in folders that are made for it, with its progress', () =>
  withDownload(async ({ server, folder, download }) => {
    server.files.set('/m', { bytes, md5: md5Of(bytes) })
    const steps: [number, number][] = []
    expect((await download('/m', (...step) => void steps.push(step))).equals(bytes)).toBe(true)
    expect(steps[0]).toEqual([0, bytes.length])
    expect(steps.at(-1)).toEqual([bytes.length, bytes.length])
    expect(await readdir(join(folder, 'new'))).toEqual(['model.bin'])
  }))

test('a connection that breaks is taken up where it broke', () =>
  withDownload(async ({ server, download }) => {
    server.files.set('/m', { bytes, md5: md5Of(bytes), breaks: [100_000, 50_000] })
    expect((await download('/m')).equals(bytes)).toBe(true)
    expect(server.seen.length).toBe(3)
    expect(server.seen[1]).toMatch(/^GET \/m bytes=\d+-$/)
  }))

test('a later call goes on where an earlier one gave up', () =>
  withDownload(async ({ server, download }) => {
    server.files.set('/m', { bytes, breaks: [100_000, 0, 0, 0] })
    await expect(download('/m')).rejects.toMatchObject({
      code: 'INGEST_FAILED',
      facts: { hint: 'Repeat the command: it goes on where it broke off.' },
    })
    expect((await download('/m')).equals(bytes)).toBe(true)
    expect(server.seen.at(-1)).toMatch(/bytes=\d+-$/)
  }))

test('of a file that has changed on the server nothing old is kept', () =>
  withDownload(async ({ server, download }) => {
    server.files.set('/m', { bytes, breaks: [100_000, 0, 0, 0] })
    await download('/m').catch(() => undefined)
    const other = randomBytes(200_000)
    server.files.set('/m', { bytes: other, md5: md5Of(other) })
    expect((await download('/m')).equals(other)).toBe(true)
  }))

test('without a version of the file nothing is taken up again', () =>
  withDownload(async ({ server, download }) => {
    server.files.set('/m', { bytes, etag: null, breaks: [100_000] })
    expect((await download('/m')).equals(bytes)).toBe(true)
    expect(server.seen).toEqual(['GET /m', 'GET /m'])
  }))

test('what does not have the digest that the server gave is thrown away', () =>
  withDownload(async ({ server, folder, download }) => {
    server.files.set('/m', { bytes, md5: md5Of(Buffer.from('other')) })
    await expect(download('/m')).rejects.toThrow('What arrived is not what the server said')
    expect(await readdir(join(folder, 'new'))).toEqual([])
  }))

test.each([
  [404, 'answered with status 404', 'The file is not there any more; give another address with --from.'],
  [503, 'answered with status 503', 'Try again later, or give another address with --from.'],
])('status %i is an error and never a file', (status, message, hint) =>
  withDownload(async ({ server, folder, download }) => {
    server.files.set('/m', { bytes: Buffer.from('<html>sorry</html>'), status })
    await expect(download('/m')).rejects.toMatchObject({
      message: expect.stringContaining(message),
      facts: { hint },
    })
    expect(await readdir(join(folder, 'new'))).toEqual([])
  }),
)

test('a redirect is followed, and the digest that is given on the way holds', () =>
  withDownload(async ({ server, download }) => {
    const sha = createHash('sha256').update(bytes).digest('hex')
    server.files.set('/blob', { bytes })
    server.files.set('/m', {
      bytes,
      location: '/blob',
      headers: { 'x-linked-etag': `"${sha}"`, 'x-linked-size': String(bytes.length) },
    })
    expect((await download('/m')).equals(bytes)).toBe(true)
    server.files.set('/wrong', {
      bytes,
      location: '/blob',
      headers: { 'x-linked-etag': `"${'0'.repeat(64)}"` },
    })
    await expect(download('/wrong')).rejects.toThrow('What arrived is not what the server said')
    server.files.set('/loop', { bytes, location: '/loop' })
    await expect(download('/loop')).rejects.toThrow('redirects without end')
  }))

test('with no network the reason is said at once', () =>
  withDownload(async ({ folder }) => {
    const download = downloadFile({
      url: 'https://models.invalid/m',
      file: join(folder, 'm'),
      fetch: () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
          }),
        ),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    await expect(download).rejects.toMatchObject({
      message: 'models.invalid cannot be reached (ENOTFOUND).',
      facts: { hint: expect.stringContaining('--from') },
    })
  }))
