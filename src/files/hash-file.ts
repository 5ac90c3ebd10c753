import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fstatSync } from 'node:fs'
import { type ContentHash, isContentHash } from '../model/ids.ts'
import { openForReading, readBytes } from './read-bytes.ts'

// Films lie beside notes, too: beyond this a file is not held in memory as a whole.
const mostBytesAtOnce = 16_000_000

/** The content hash of a file of any size. */
export async function hashFile(absolute: string): Promise<ContentHash> {
  const file = openForReading(absolute)
  try {
    const { size } = fstatSync(file)
    if (size <= mostBytesAtOnce) return hashOf(await readBytes(file, size))
    const hash = createHash('sha256')
    const chunks = createReadStream(absolute, { fd: file, autoClose: false })
    for await (const chunk of chunks) if (chunk instanceof Uint8Array) hash.update(chunk)
    return toContentHash(hash.digest('hex'))
  } finally {
    closeSync(file)
  }
}

/** The content hash of a file's bytes. */
export function hashOf(bytes: Uint8Array): ContentHash {
  return toContentHash(createHash('sha256').update(bytes).digest('hex'))
}

function toContentHash(digest: string): ContentHash {
  const hash = `sha256:${digest}`
  if (!isContentHash(hash)) throw new TypeError('A digest has another form than expected.')
  return hash
}
