import { readFile, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'

const readElsewhere = promisify(readFile)

// A file as small as a note is read sooner than another thread could be told to.
const fewBytes = 256_000

/** All bytes of an open file whose size is known. */
export async function readBytes(file: number, size: number): Promise<Buffer> {
  return size <= fewBytes ? readFileSync(file) : await readElsewhere(file)
}

const longestTurnMs = 8

/** Lets others have their turn when the files of one plan have kept the event loop for some milliseconds. */
export class Pace {
  #lastTurn = 0

  async keep(): Promise<void> {
    if (performance.now() - this.#lastTurn < longestTurnMs) return
    await nextTurn()
    this.#lastTurn = performance.now()
  }
}
