/**
 * Runs work of this process one piece at a time, in order of arrival. Asking for a lock between processes only in one's
 * turn means competing with other processes alone: of fifty that asked at once, some would have failed.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** Whether more work waits for its turn. */
  get areAwaited(): boolean {
    return this.#waiting > 0
  }

  /** Not re-entrant: work that takes a turn inside its own waits for itself. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1
    const turn = this.#last.then(async () => {
      this.#waiting -= 1
      return await work()
    })
    this.#last = turn.catch(() => undefined)
    return await turn
  }
}
