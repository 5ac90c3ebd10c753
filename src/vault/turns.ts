/**
 * Runs work of this process one piece at a time, in order of arrival. Asking for a lock between processes only in one's
 * turn means competing with other processes alone: of fifty that asked at once, some would have failed.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Not re-entrant: work that takes a turn inside its own waits for itself. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return await turn
  }
}
