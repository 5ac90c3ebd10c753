import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Unpack } from 'tar'
import { VaultError } from '../model/vault-error.ts'
import { keepContentPrivate } from '../own-files/keep-private.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { messageOf } from '../model/error-code.ts'

interface Entry {
  readonly path: string
  readonly type: string
  readonly size: number
}

const mostEntries = 1_000
const mostBytes = 8e9
// Weights hardly compress at all, and vocabularies to a fifth.
const mostTimesPacked = 20
const alwaysBytes = 100_000_000

/**
 * Unpacks a `.tar.gz` into a new folder. An archive with anything but plain files and folders below its own, or with
 * too much, is refused as soon as that shows; a damaged one fails. The folder is then incomplete.
 */
export async function extractArchive(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  const { extract } = await import('tar')
  const most = Math.min(mostBytes, Math.max(alwaysBytes, mostTimesPacked * (await stat(archive)).size))
  const allowed = new AllowedEntries(most)
  makePrivateFolder(folder)
  const unpacker = extract({
    cwd: folder,
    strict: true,
    brotli: false,
    zstd: false,
    filter: (path, entry) =>
      allowed.take({ path, type: 'type' in entry ? entry.type : '', size: entry.size }),
  })
  const unpack = (await isPacked(archive)) ? createGunzip() : new PassThrough()
  try {
    await pipeline(createReadStream(archive), unpack, into(unpacker, allowed, most), { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof VaultError ? error : damaged(error)
  }
  if (allowed.count === 0) throw refused('it is empty')
  // Files come with the permissions that they had elsewhere.
  keepContentPrivate(folder)
}

const hint = { kind: 'get-model-from-its-place' } as const

class AllowedEntries {
  readonly #most: number
  #bytes = 0
  count = 0
  /** Why nothing more is taken. */
  refusal: string | null = null

  constructor(most: number) {
    this.#most = most
  }

  take(entry: Entry): boolean {
    this.count += 1
    this.#bytes += entry.size
    this.refusal ??= this.#whyRefused(entry)
    return this.refusal === null && !isAppleDouble(entry.path)
  }

  #whyRefused({ path, type }: Entry): string | null {
    const name = JSON.stringify(path)
    if (this.count > mostEntries) return `it holds more than ${mostEntries} files`
    if (this.#bytes > this.#most) return tooMuch(this.#most)
    if (!['File', 'OldFile', 'ContiguousFile', 'Directory'].includes(type))
      return `${name} is neither a file nor a folder`
    if (/^[/\\]|^[A-Za-z]:|\0/.test(path) || path.split(/[/\\]/).includes('..'))
      return `${name} lies outside of it`
    return null
  }
}

/** Feeds an unpacker until the limit. Data after the archive's end would otherwise accumulate without bound. */
function into(unpacker: Unpack, allowed: AllowedEntries, most: number): Writable {
  let bytes = 0
  let isOver = false
  unpacker.once('eof', () => (isOver = true))
  const writable = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // The unpacker would unpack nested gzip as well, uncounted.
      if (bytes === 0 && isGzip(chunk)) allowed.refusal ??= 'it is packed more than once'
      bytes += chunk.length
      if (bytes > most) allowed.refusal ??= tooMuch(most)
      const isReady = isOver || allowed.refusal !== null || unpacker.write(chunk)
      if (allowed.refusal !== null) done(refused(allowed.refusal))
      else if (isReady) done()
      else unpacker.once('drain', done)
    },
    final(done) {
      unpacker.once('close', done)
      unpacker.end()
    },
  })
  unpacker.on('error', (error: unknown) => {
    writable.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return writable
}

function refused(why: string): VaultError {
  return new VaultError('INGEST_FAILED', `The archive was refused: ${why}.`, { hint })
}

async function isPacked(archive: string): Promise<boolean> {
  const file = await open(archive)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return isGzip(buffer)
  } finally {
    await file.close()
  }
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b
}

function tooMuch(most: number): string {
  return `it unpacks to more than ${Math.round(most / 1e6)} MB`
}

/** The extra file that macOS puts beside each file. */
function isAppleDouble(path: string): boolean {
  return /(?:^|\/)\._[^/]*$/.test(path)
}

function damaged(cause: unknown): VaultError {
  const why = messageOf(cause)
  return new VaultError(
    'INGEST_FAILED',
    `The archive is damaged: ${why}`,
    { hint: 'Repeat the command: it is downloaded anew.' },
    { cause },
  )
}
