import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { VaultError } from '../model/vault-error.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { messageOf } from '../model/error-code.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface DownloadOptions {
  readonly url: string
  /** Absolute path of the finished file. The part that has arrived is beside it as `.part`. */
  readonly file: string
  readonly fetch: Fetch
  readonly signal: AbortSignal
  /** Bytes received and in total; the total is 0 until the server says. */
  readonly onProgress: (done: number, total: number) => void
}

/** What a server promises of a file. */
interface Promised {
  readonly size: number | null
  readonly digest: { readonly algorithm: 'md5' | 'sha256'; readonly base64: string } | null
  /** Identifies this very version of the file. */
  readonly version: string | null
}

const mostRedirects = 5
// The largest known model has 2.2 GB.
const mostBytes = 4e9
const attempts = 4

/**
 * Downloads a file and checks its size, and its digest where the server gives one. A broken connection is resumed at
 * once, and by the next call. The file appears only when it is complete.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { file } = options
  makePrivateFolder(dirname(file))
  let promised: Promised | null = null
  for (let attempt = 1; promised === null; attempt++) {
    try {
      promised = await continueDownload(options)
    } catch (error) {
      const isFinal = error instanceof VaultError || options.signal.aborted || isAway(error)
      if (isFinal || attempt === attempts) throw describe(error, options)
    }
  }
  await checkDigest(file, promised)
  await renameFile(partOf(file), file)
  await rm(versionOf(file), { force: true })
}

/** One connection. Returns when the part is as long as the server says. */
async function continueDownload(options: DownloadOptions): Promise<Promised> {
  const { url, file, fetch, signal, onProgress } = options
  const there = (await stat(partOf(file)).catch(() => null))?.size ?? 0
  const version = await readFile(versionOf(file), 'utf8').catch(() => null)
  const isResumed = there > 0 && version !== null
  // Without `If-Range` the rest of another version might be appended to this one.
  const headers: Record<string, string> = isResumed ? { Range: `bytes=${there}-`, 'If-Range': version } : {}
  const { response, linked } = await follow(url, { headers, signal, redirect: 'manual' }, fetch)
  const promised = { ...readPromise(response), ...linked }
  if (response.status === 416 && isResumed) {
    await response.body?.cancel()
    if (/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] === String(there)) return promised
    await forget(file)
    throw new Error('The file on the server is another one by now.')
  }
  if (response.status !== 200 && response.status !== 206) throw refused(url, response.status)
  if ((promised.size ?? 0) > mostBytes) {
    await response.body?.cancel()
    throw tooLarge(url)
  }
  const start = response.status === 206 ? there : 0
  if (promised.version === null) await rm(versionOf(file), { force: true })
  else await writeFile(versionOf(file), promised.version, { mode: 0o600 })
  const end = await append(response, partOf(file), start, (done) => {
    if (done > mostBytes) throw tooLarge(url)
    onProgress(done, promised.size ?? 0)
    // If everything has already arrived, the next read would not end.
    signal.throwIfAborted()
  }).catch(async (error: unknown) => {
    if (error instanceof VaultError) await forget(file)
    throw error
  })
  if (promised.size !== null && end !== promised.size)
    throw new Error(`The connection ended after ${end} of ${promised.size} bytes.`)
  return promised
}

/** Follows redirects by hand: a model hub describes the file on the way. */
async function follow(
  url: string,
  init: RequestInit,
  fetch: Fetch,
): Promise<{ readonly response: Response; readonly linked: Partial<Promised> }> {
  let place = new URL(url)
  let linked: Partial<Promised> = {}
  for (let step = 0; step <= mostRedirects; step++) {
    const response = await fetch(place.href, init)
    const etag = /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(response.headers.get('x-linked-etag') ?? '')?.[1]
    const size = Number(response.headers.get('x-linked-size') ?? Number.NaN)
    if (etag !== undefined)
      linked = {
        ...linked,
        version: `"${etag}"`,
        digest: { algorithm: 'sha256', base64: Buffer.from(etag, 'hex').toString('base64') },
      }
    if (Number.isInteger(size) && size > 0) linked = { ...linked, size }
    const target = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || target === null) {
      // Another host has versions of its own.
      const own = response.headers.get('etag')
      return { response, linked: own === null ? linked : { ...linked, version: own } }
    }
    await response.body?.cancel()
    const next = new URL(target, place)
    if (place.protocol === 'https:' && next.protocol !== 'https:')
      throw new VaultError('INGEST_FAILED', `${place.host} leads to an address without encryption.`, {
        hint: 'Try again later, or give another address with --from.',
      })
    place = next
  }
  throw new Error('The server redirects without end.')
}

function readPromise({ status, headers }: Response): Promised {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  // The length of an encoded body is not that of the file.
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  const size = status === 206 ? whole : length
  const md5 = /(?:^|[ ,])md5=([A-Za-z0-9+/]{22}==)/.exec(headers.get('x-goog-hash') ?? '')?.[1]
  return {
    size: size === null || size === undefined ? null : Number(size),
    digest: md5 === undefined ? null : { algorithm: 'md5', base64: md5 },
    version: headers.get('etag'),
  }
}

async function append(
  response: Response,
  part: string,
  start: number,
  onBytes: (done: number) => void,
): Promise<number> {
  const handle = await open(part, start === 0 ? 'w' : 'r+', 0o600)
  let position = start
  try {
    onBytes(position)
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      await handle.write(read.value, 0, read.value.length, position)
      position += read.value.length
      onBytes(position)
    }
    await handle.truncate(position)
  } finally {
    await handle.close()
  }
  return position
}

async function checkDigest(file: string, { digest }: Promised): Promise<void> {
  if (digest === null) return
  const hash: Hash = createHash(digest.algorithm)
  await pipeline(createReadStream(partOf(file)), hash)
  if (hash.digest('base64') === digest.base64) return
  await forget(file)
  throw new VaultError('INGEST_FAILED', 'What arrived is not what the server said; it was thrown away.', {
    hint: 'Repeat the command.',
  })
}

async function forget(file: string): Promise<void> {
  await rm(partOf(file), { force: true })
  await rm(versionOf(file), { force: true })
}

function tooLarge(url: string): VaultError {
  return new VaultError(
    'INGEST_FAILED',
    `What ${new URL(url).host} sends is larger than ${mostBytes / 1e9} GB, and no model is; it was thrown away.`,
    { hint: 'Get the model from its own place: pull it again without --from.' },
  )
}

function refused(url: string, status: number): VaultError {
  return new VaultError('INGEST_FAILED', `${new URL(url).host} answered with status ${status}.`, {
    status,
    hint:
      status === 404
        ? 'The file is not there any more; give another address with --from.'
        : 'Try again later, or give another address with --from.',
  })
}

function describe(error: unknown, { url, signal }: DownloadOptions): unknown {
  if (error instanceof VaultError || signal.aborted) return error
  const { message: why, code } = causeOf(error)
  if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') return error
  const { host } = new URL(url)
  return new VaultError(
    'INGEST_FAILED',
    isAway(error) ? `${host} cannot be reached (${code}).` : `The download from ${host} broke off: ${why}`,
    {
      hint: isAway(error)
        ? 'Connect to the network and repeat the command, or give a file or another address with --from.'
        : 'Repeat the command: it goes on where it broke off.',
    },
    { cause: error },
  )
}

/** Trying again at once is useless. */
function isAway(error: unknown): boolean {
  const codes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH']
  return codes.includes(causeOf(error).code)
}

/** The cause that `fetch` hides behind "fetch failed". */
function causeOf(error: unknown): { readonly message: string; readonly code: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return {
    message: messageOf(cause),
    code: cause instanceof Error && 'code' in cause ? String(cause.code) : '',
  }
}

function partOf(file: string): string {
  return `${file}.part`
}

function versionOf(file: string): string {
  return `${file}.version`
}
