import type { Worker } from 'node:worker_threads'
import type { Fault } from '../model/load-fault.ts'
import { startNativeThread } from '../runtime/native-thread.ts'
import type { VectorQuestion, VectorQuestions, VectorReply } from './vector-messages.ts'
import { messageOf } from '../model/error-code.ts'

// An answer's type follows from its question, which is kept with the promise that waits for it.
type ArrivedReply = VectorReply<never>

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (reason: Error) => void
}

/** The stored vectors are damaged. */
export class DamagedVectors extends Error {
  override readonly name = 'DamagedVectors'
}

/** Asks the thread that searches one vault's vectors; the thread starts with the first question. */
export class VectorReader {
  readonly #indexFile: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #loaded: Promise<Fault | null> | null = null
  #lastId = 0
  #isClosed = false

  constructor(indexFile: string) {
    this.#indexFile = indexFile
  }

  /** Why vectors cannot be searched here; null when they can. */
  fault(): Promise<Fault | null> {
    this.#start()
    return this.#loaded ?? Promise.resolve(ended('The vectors were closed.'))
  }

  /** Fails with `DamagedVectors` where the stored vectors must be made again. */
  async ask<Question extends VectorQuestion>(
    question: Question,
    asked: VectorQuestions[Question]['asked'],
  ): Promise<VectorQuestions[Question]['answer']> {
    const worker = this.#start()
    if (worker === null) throw new Error('The vectors were closed.')
    const id = ++this.#lastId
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, question, asked })
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker | null {
    if (this.#isClosed || this.#worker !== null) return this.#worker
    const worker = startNativeThread(new URL('./vector-thread.js', import.meta.url), {
      workerData: this.#indexFile,
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    worker.unref()
    this.#worker = worker
    this.#loaded = new Promise((resolve) => {
      worker.on('message', (reply: ArrivedReply) => {
        if (reply.kind === 'loaded') resolve(reply.fault)
        else this.#receive(reply)
      })
      worker.on('error', (error) => {
        this.#end(worker, messageOf(error), resolve)
      })
      worker.on('exit', () => {
        this.#end(worker, 'The vectors were closed.', resolve)
      })
    })
    return worker
  }

  #receive(reply: Exclude<ArrivedReply, { kind: 'loaded' }>): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.kind === 'answer') waiting?.resolve(reply.answer)
    else waiting?.reject(new (reply.isDamage ? DamagedVectors : Error)(reply.message))
  }

  #end(worker: Worker, message: string, settle: (fault: Fault) => void): void {
    if (this.#worker === worker) this.#worker = null
    settle(ended(message))
    for (const { reject } of this.#waiting.values()) reject(new Error(message))
    this.#waiting.clear()
  }
}

function ended(message: string): Fault {
  return {
    reason: `Vectors cannot be searched: ${message.replace(/\.?$/, '.')}`,
    cure: 'Repeat the search in a moment.',
  }
}
