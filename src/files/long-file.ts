import { createHash } from 'node:crypto'
import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { ContentHash } from '../model/ids.ts'
import { startBytes } from '../model/note-size.ts'
import { toContentHash } from './hash-file.ts'

const readSome = promisify(read)

/** What is known of a file of any length without reading all of it into memory. */
export interface LongFile {
  /** Whole lines from the beginning. */
  readonly start: string
  readonly hash: ContentHash
  /** Counted as editors do: a final line break starts no new line. */
  readonly lines: number
}

export async function readLongFile(file: number): Promise<LongFile> {
  const hash = createHash('sha256')
  const start: Buffer[] = []
  let length = 0
  let breaks = 0
  let last = 0
  for await (const chunk of chunksOf(file)) {
    hash.update(chunk)
    breaks += countBreaks(chunk)
    last = chunk.at(-1) ?? last
    if (length < startBytes) start.push(Buffer.from(chunk))
    length += chunk.length
  }
  const first = Buffer.concat(start).subarray(0, startBytes)
  const end = first.lastIndexOf(lineBreak) + 1
  return {
    start: decodeStart(end === 0 ? first : first.subarray(0, end)),
    hash: toContentHash(hash.digest('hex')),
    lines: breaks + (length > 0 && last !== lineBreak ? 1 : 0),
  }
}

/** Lines of a file, from line `from` (the first is 1), up to a number of bytes. */
export async function readLinesOf(
  file: number,
  { first, last, most }: { readonly first: number; readonly last: number; readonly most: number },
): Promise<string> {
  const wanted: Buffer[] = []
  let length = 0
  let line = 1
  for await (const chunk of chunksOf(file)) {
    const start = line < first ? afterBreaks(chunk, first - line) : 0
    line += start < 0 ? countBreaks(chunk) : Math.max(0, first - line)
    if (start < 0) continue
    const end = afterBreaks(chunk, last + 1 - line, start)
    const part = chunk.subarray(start, end < 0 ? undefined : end)
    wanted.push(Buffer.from(part))
    length += part.length
    line += end < 0 ? countBreaks(part) : 0
    if (end >= 0 || length >= most) break
  }
  return decodeStart(Buffer.concat(wanted).subarray(0, most))
}

const lineBreak = 10
const chunkBytes = 1 << 20

/** The bytes of an open file in pieces. All pieces share one buffer: copy what is kept. */
export async function* chunksOf(file: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let position = 0; ;) {
    const { bytesRead } = await readSome(file, buffer, 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

function countBreaks(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) count += 1
  return count
}

/** The offset after that many line breaks from `start`; -1 where there are fewer. */
function afterBreaks(bytes: Buffer, breaks: number, start = 0): number {
  let at = start
  for (let left = breaks; left > 0; left -= 1) {
    at = bytes.indexOf(lineBreak, at) + 1
    if (at === 0) return -1
  }
  return at
}

/** Decodes UTF-8 and drops a character that is cut off at the end. */
function decodeStart(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
}
