import type { App } from '../app.ts'
import { messageOf } from '../model/error-code.ts'

type Shelf = Pick<Awaited<ReturnType<App['models']>>, 'pull'>

export interface ModelPull {
  readonly done: number
  readonly total: number
}

/** Downloads of models that go on while other calls are answered. */
export class ModelPulls {
  readonly #signal: AbortSignal
  readonly #running = new Map<string, ModelPull>()
  readonly #failed = new Map<string, string>()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** How far a download is; null where there is none. */
  progress(id: string): ModelPull | null {
    return this.#running.get(id) ?? null
  }

  /** Why the last download of a model has failed; null where none has. */
  failure(id: string): string | null {
    return this.#failed.get(id) ?? null
  }

  /** Resolves once the first bytes are there; fails with what has kept it from beginning. */
  async begin(id: string, shelf: Shelf): Promise<void> {
    if (this.#running.has(id)) return
    this.#running.set(id, { done: 0, total: 0 })
    this.#failed.delete(id)
    await new Promise<void>((resolve, reject) => {
      const onProgress = (done: number, total: number) => {
        this.#running.set(id, { done, total })
        resolve()
      }
      shelf
        .pull({ id, signal: this.#signal, onProgress })
        .then(() => {
          resolve()
        })
        .catch((error: unknown) => {
          this.#failed.set(id, messageOf(error))
          reject(error instanceof Error ? error : new Error(messageOf(error)))
        })
        .finally(() => {
          this.#running.delete(id)
        })
    })
  }
}
