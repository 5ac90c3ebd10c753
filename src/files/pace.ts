import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMs = 8

/** Lets other work run when the files of one plan have kept the event loop busy for some milliseconds. */
export class Pace {
  #lastTurn = 0

  async keep(): Promise<void> {
    if (performance.now() - this.#lastTurn < longestTurnMs) return
    await nextTurn()
    this.#lastTurn = performance.now()
  }
}
