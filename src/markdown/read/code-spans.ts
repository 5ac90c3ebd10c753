import { Code } from '../text/characters.ts'

/** The position after the run of backticks at `start`. */
export function backtickRunEnd(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && text.charCodeAt(at) === Code.backtick) at += 1
  return at
}

/**
 * Finds the ends of one stretch's code spans. Remembers for each length where the last run of backticks is, so that
 * many unmatched runs are searched for once.
 */
export class CodeSpans {
  readonly #text: string
  readonly #limit: number
  #lastRuns: Map<number, number> | null = null

  constructor(text: string, limit: number) {
    this.#text = text
    this.#limit = limit
  }

  /** The position after the code span whose opening run is `start` to `runEnd`, or -1 where it never closes. */
  end(start: number, runEnd: number): number {
    const length = runEnd - start
    if (this.#lastRuns !== null && (this.#lastRuns.get(length) ?? -1) < runEnd) return -1
    const runs = new Map<number, number>()
    for (let at = this.#text.indexOf('`', runEnd); at !== -1 && at < this.#limit;) {
      const after = backtickRunEnd(this.#text, at, this.#limit)
      if (after - at === length) return after
      runs.set(after - at, at)
      at = this.#text.indexOf('`', after)
    }
    this.#lastRuns = runs
    return -1
  }
}
