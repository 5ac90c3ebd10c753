import type { BigIntStats } from 'node:fs'
import { isSameFile, isSameTime } from './open-file.ts'

// Notes that are written one after the other, again and again, are far fewer.
const mostRemembered = 200

/** By absolute path, how the files looked that were written here: nobody else is at them. */
export class OwnWrites {
  readonly #written = new Map<string, BigIntStats>()

  remember(absolute: string, stats: BigIntStats): void {
    this.#written.delete(absolute)
    this.#written.set(absolute, stats)
    const [oldest] = this.#written.keys()
    if (oldest !== undefined && this.#written.size > mostRemembered) this.#written.delete(oldest)
  }

  isAsWritten(absolute: string, stats: BigIntStats): boolean {
    const own = this.#written.get(absolute)
    return own !== undefined && isSameFile(own, stats) && isSameTime(own, stats)
  }
}
