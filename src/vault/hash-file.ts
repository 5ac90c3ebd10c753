import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type ContentHash, isContentHash } from '../model/ids.ts'

// Films lie beside notes, too: beyond this a file is not held in memory as a whole.
const mostBytesAtOnce = 16_000_000

/** The content hash of a file of any size. */
export async function hashFile(absolute: string, size: number): Promise<ContentHash> {
  if (size <= mostBytesAtOnce) return hashOf(await readFile(absolute))
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(absolute)) if (chunk instanceof Uint8Array) hash.update(chunk)
  return toContentHash(hash.digest('hex'))
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
