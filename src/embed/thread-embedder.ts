import type { Worker } from 'node:worker_threads'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import type { ThreadOptions, ThreadReply, ThreadRequest } from './embed-messages.ts'
import type { Embedder, TextKind } from './embedder.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { importRuntime } from './import-runtime.ts'
import { startNativeThread } from '../runtime/native-thread.ts'

interface Waiting {
  readonly resolve: (vectors: Float32Array) => void
  readonly reject: (failure: EmbedderFailure) => void
}

export interface ThreadEmbedderOptions {
  readonly thread: ThreadOptions
  readonly countTokens: (text: string) => number
  /** Milliseconds without work after which the model is unloaded; it is loaded again when needed. */
  readonly idleAfterMs: number
}

// A model that cannot be loaded is not retried for every search, but it may be repaired while flint runs.
const retryAfterMs = 60_000
// More of a query changes nothing, and 100 kB would take long.
const longestQuery = 2_000
/** A question is asked of several vaults, in another mode, or once more: so many of the last ones keep their vectors. */
const mostKept = 64

/** An embedder whose model runs in a thread of its own, from first use until it has been idle for a while. */
export class ThreadEmbedder implements Embedder {
  readonly #options: ThreadEmbedderOptions
  readonly #waiting = new Map<number, Waiting>()
  readonly #kept = new Map<string, Promise<Float32Array>>()
  #worker: Worker | null = null
  #failure: { readonly error: EmbedderFailure; readonly at: number } | null = null
  #idleTimer: NodeJS.Timeout | null = null
  #lastId = 0
  #isClosed = false

  constructor(options: ThreadEmbedderOptions) {
    this.#options = options
  }

  get model(): EmbeddingModel {
    return this.#options.thread.model
  }

  countTokens(text: string): number {
    return this.#options.countTokens(text)
  }

  async embed(texts: readonly string[], kind: TextKind): Promise<readonly Float32Array[]> {
    if (this.#isClosed) throw closed()
    if (texts.length === 0) return []
    if (this.#failure !== null && performance.now() - this.#failure.at < retryAfterMs)
      throw this.#failure.error
    await this.#keepRuntime()
    if (kind === 'query')
      return await Promise.all(texts.map((text) => this.#queryVector(text.slice(0, longestQuery))))
    const all = await this.#ask(texts, kind)
    const { dimensions } = this.model
    return texts.map((_, index) => all.subarray(index * dimensions, (index + 1) * dimensions))
  }

  async #queryVector(text: string): Promise<Float32Array> {
    const vector = this.#kept.get(text) ?? this.#ask([text], 'query')
    this.#kept.delete(text)
    this.#kept.set(text, vector)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest)
    try {
      return await vector
    } catch (error) {
      // It may be made at the next question.
      if (this.#kept.get(text) === vector) this.#kept.delete(text)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endThread()
    this.#failAll(closed())
  }

  /**
   * The native part of ONNX Runtime, which downloaded models need, cannot be loaded again once every thread that had it
   * has ended. This thread holds on to it without running anything.
   */
  async #keepRuntime(): Promise<void> {
    if (this.#options.thread.tokenizer.kind === 'use-lite') return
    try {
      await importRuntime()
    } catch (error) {
      if (error instanceof EmbedderFailure) this.#giveUp(error)
      throw error
    }
    // Closed meanwhile: a new thread is not wanted.
    if (this.#isClosed) throw closed()
  }

  #ask(texts: readonly string[], textKind: TextKind): Promise<Float32Array> {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    const worker = (this.#worker ??= this.#startThread())
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // Only work keeps the process alive.
      worker.ref()
      worker.postMessage({ kind: 'embed', id, texts, textKind } satisfies ThreadRequest)
    })
  }

  #startThread(): Worker {
    const worker = startNativeThread(new URL('./embed-thread.js', import.meta.url), {
      workerData: this.#options.thread,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      // Standard output belongs to the protocol.
      stdout: true,
    })
    worker.on('message', (reply: ThreadReply) => {
      this.#receive(reply)
    })
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#giveUp(crashed(this.model, error))
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#giveUp(crashed(this.model))
    })
    return worker
  }

  #receive(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.kind === 'failed') {
      const error = new EmbedderFailure(reply.reason, reply.hint)
      waiting?.reject(error)
      if (reply.isFatal) {
        this.#giveUp(error)
        return
      }
    } else {
      this.#failure = null
      waiting?.resolve(reply.vectors)
    }
    if (this.#waiting.size > 0) return
    this.#worker?.unref()
    this.#idleTimer = setTimeout(() => void this.#endThread(), this.#options.idleAfterMs).unref()
  }

  #giveUp(error: EmbedderFailure): void {
    this.#failure = { error, at: performance.now() }
    void this.#endThread()
    this.#failAll(error)
  }

  #failAll(error: EmbedderFailure): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  /** Lets the thread finish its batch and free the model itself, which it could not do if it were terminated. */
  async #endThread(): Promise<void> {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    const worker = this.#worker
    this.#worker = null
    if (worker === null) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage({ kind: 'close' } satisfies ThreadRequest)
    await exited
  }
}

function crashed({ name }: EmbeddingModel, cause?: unknown): EmbedderFailure {
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return new EmbedderFailure(
    `The thread that runs the model ${name} has ended${why}.`,
    ['It is started again after a minute.', { kind: 'choose-model', first: 'If that happens again,' }],
    cause,
  )
}

function closed(): EmbedderFailure {
  return new EmbedderFailure('The embedding model has been closed.', 'Start flint again.')
}
