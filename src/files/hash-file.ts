import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ContentHash, isContentHash } from '../model/ids.ts'
import { readBytes } from './read-bytes.ts'

// Vaults also hold films: a larger file is not held in memory as a whole.
const mostBytesAtOnce = 16_000_000
// Takes about 3 ms.
const bytesAtOnce = 1_000_000

/** The content hash of an open file, and its bytes where it is small enough; `size` may be approximate. */
export async function hashOpenFile(
  file: number,
  size: number,
): Promise<{ readonly hash: ContentHash; readonly bytes: Buffer | null }> {
  if (size <= mostBytesAtOnce) {
    const bytes = await readBytes(file, size)
    return { hash: await hashOfBytes(bytes), bytes }
  }
  const hash = createHash('sha256')
  const chunks = createReadStream('', { fd: file, start: 0, autoClose: false })
  for await (const chunk of chunks) if (chunk instanceof Uint8Array) hash.update(chunk)
  return { hash: toContentHash(hash.digest('hex')), bytes: null }
}

/** The content hash of a file's bytes. Gives way to other work when there are many. */
export async function hashOfBytes(bytes: Uint8Array): Promise<ContentHash> {
  if (bytes.length <= bytesAtOnce) return hashOf(bytes)
  const hash = createHash('sha256')
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    hash.update(bytes.subarray(start, start + bytesAtOnce))
    await nextTurn()
  }
  return toContentHash(hash.digest('hex'))
}

/** The content hash of a file's bytes. */
export function hashOf(bytes: Uint8Array): ContentHash {
  return toContentHash(createHash('sha256').update(bytes).digest('hex'))
}

export function toContentHash(digest: string): ContentHash {
  const hash = `sha256:${digest}`
  if (!isContentHash(hash)) throw new TypeError('A digest has another form than expected.')
  return hash
}
