/**
 * Work of this process, one piece after another in the order in which it came. Whoever asks for a lock between processes
 * only in its turn competes with other processes alone: of fifty that asked at once, some would have gone without.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Not re-entrant: work that takes a turn within its own waits for itself. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return await turn
  }
}
