import type { Ask } from '../call/question.ts'
import type { Position } from './show-progress.ts'

/** How far a call is, for a bar that gives way to a question. */
export class CallProgress {
  #position: Position = { done: 0, total: 0 }
  #asking = 0
  readonly #title: string | undefined

  /** With a title of its own, a bar shows no steps. */
  constructor(title: string | undefined) {
    this.#title = title
  }

  readonly note = (done: number, total = 0, step?: string): void => {
    this.#position = { done, total, step: this.#title ?? step }
  }

  readonly position = (): Position => this.#position

  readonly isPaused = (): boolean => this.#asking > 0

  pausing(ask: Ask): Ask {
    return async (...question) => {
      this.#asking++
      try {
        return await ask(...question)
      } finally {
        this.#asking--
      }
    }
  }
}
