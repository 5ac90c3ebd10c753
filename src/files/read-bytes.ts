import { constants, openSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'

const readElsewhere = promisify(read)

// Windows has neither the flag nor such pipes.
const nonBlocking = process.platform === 'win32' ? 0 : constants.O_NONBLOCK

/** Opens a file for reading, without waiting at a pipe that has no writer. */
export function openForReading(absolute: string): number {
  return openSync(absolute, constants.O_RDONLY | nonBlocking)
}

/** A file this small is read sooner than another thread could be asked to. */
export const fewBytes = 256_000

/** All bytes of an open file from its beginning; `size` is the expected count. */
export async function readBytes(file: number, size: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let position = 0
  for (;;) {
    const room = Math.max(size + 1 - position, 4_096)
    const chunk = Buffer.allocUnsafe(room)
    const length =
      size <= fewBytes
        ? readSync(file, chunk, 0, room, position)
        : (await readElsewhere(file, chunk, 0, room, position)).bytesRead
    chunks.push(chunk.subarray(0, length))
    position += length
    if (length < room) return chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks)
  }
}
