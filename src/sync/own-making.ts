import type { OwnStep } from '../index-db/own-model-rows.ts'
import { collectGarbage } from '../runtime/collect-garbage.ts'
import type { WrittenIndex } from './written-index.ts'

// Slow to load, and rarely needed.
const loadMaker = () => import('./make-own-model.ts')
/** Whoever waits for the thread waits no longer than this, or for one step of it. */
const turnMs = 40

/**
 * The vault's own model in the making, a little at each turn. It is made in the thread that writes it: one of its own would
 * take ten megabytes before it begins.
 */
export class OwnMaking {
  #steps: Generator<OwnStep | null> | null = null

  async begin(index: WrittenIndex): Promise<boolean> {
    const { makeOwnModel } = await loadMaker()
    this.#steps?.return(null)
    // What the thread has left lying so far makes room.
    collectGarbage()
    this.#steps = makeOwnModel(index.db)
    return this.goOn(index)
  }

  /** False once the model is whole. One that fails is begun anew the next time. */
  goOn({ writer }: WrittenIndex): boolean {
    let hasMore = false
    try {
      hasMore = this.#turn((step) => {
        writer.putOwn(step)
      })
    } finally {
      if (!hasMore) this.end()
    }
    return hasMore
  }

  /** Gives back what it holds. */
  end(): void {
    if (this.#steps === null) return
    this.#steps.return(null)
    this.#steps = null
    // What a function that still runs has used is no garbage yet: this one has used nothing.
    collectGarbage()
  }

  #turn(put: (step: OwnStep) => void): boolean {
    const until = performance.now() + turnMs
    do {
      const next = this.#steps?.next()
      if (next === undefined || next.done === true) return false
      if (next.value !== null) put(next.value)
      // Others may see that it has begun.
      if (next.value?.kind === 'begin') return true
    } while (performance.now() < until)
    return true
  }
}
