import type { BigIntStats } from 'node:fs'
import { isSameFile, isSameTime } from './at-rest.ts'

// Far more than the notes that are written over and over.
const mostRemembered = 200

/** The stats of files as flint wrote them, by absolute path: where they still match, no editor is writing. */
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
