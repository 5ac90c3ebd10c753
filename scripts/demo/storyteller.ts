import type { Paint } from '../../src/cli/terminal.ts'
import { messageOf } from '../../src/model/error-code.ts'

/** Tells a demonstration step by step: what is done, what came back, how long it took. */
export class Storyteller {
  readonly #write: (line: string) => void
  readonly #paint: Paint
  #steps = 0

  constructor(write: (line: string) => void, paint: Paint) {
    this.#write = write
    this.#paint = paint
  }

  /** Does a step and tells of it. What fails ends the story with the step's name. */
  async step<Result>(
    title: string,
    work: () => Promise<Result>,
    summary: (result: Result) => string,
  ): Promise<Result> {
    this.#steps += 1
    const number = `${this.#steps}.`.padEnd(3)
    const start = performance.now()
    try {
      const result = await work()
      const took = `${(performance.now() - start).toFixed(0)} ms`
      this.#write(
        `${this.#paint('green', number)} ${this.#paint('bold', title)}  ${this.#paint('dim', took)}`,
      )
      for (const line of summary(result).split('\n')) this.#write(`    ${line}`)
      return result
    } catch (error) {
      throw new Error(`Step ${number} "${title}" failed: ${messageOf(error)}`, { cause: error })
    }
  }
}
