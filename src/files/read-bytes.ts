import { constants, openSync, readFile, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const readElsewhere = promisify(readFile)

// Windows has no such flag, and no such pipes in folders.
const nonBlocking = process.platform === 'win32' ? 0 : constants.O_NONBLOCK

/** Opens a file for reading. A pipe that nobody writes to keeps no one waiting. */
export function openForReading(absolute: string): number {
  return openSync(absolute, constants.O_RDONLY | nonBlocking)
}

// A file as small as a note is read sooner than another thread could be told to.
const fewBytes = 256_000

/** All bytes of an open file whose size is known. */
export async function readBytes(file: number, size: number): Promise<Buffer> {
  return size <= fewBytes ? readFileSync(file) : await readElsewhere(file)
}
