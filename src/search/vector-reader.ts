import type { Fault } from '../model/load-fault.ts'
import { SharedThreads } from '../runtime/shared-threads.ts'
import type { VectorQuestion, VectorQuestions, VectorReply, VectorRequest } from './vector-messages.ts'
import { messageOf } from '../model/error-code.ts'

// An answer's type follows from its question, which is kept with the promise that waits for it.
type ArrivedReply = VectorReply<never>
type Thread = ReturnType<typeof threads.take>

/** Each is given the file of an index before it is asked. */
const threads = new SharedThreads<string | VectorRequest, ArrivedReply>(
  new URL('./vector-thread.js', import.meta.url),
  {
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    keepsProcess: false,
  },
)

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (reason: Error) => void
}

/** The stored vectors are damaged. */
export class DamagedVectors extends Error {
  override readonly name = 'DamagedVectors'
}

/** Asks a thread that searches one vault's vectors, from the first question on. */
export class VectorReader {
  readonly #indexFile: string
  readonly #waiting = new Map<number, Waiting>()
  #thread: Thread | null = null
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
    const thread = this.#start()
    if (thread === null) throw new Error('The vectors were closed.')
    const id = ++this.#lastId
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      thread.postMessage({ id, question, asked })
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #start(): Thread | null {
    if (this.#isClosed || this.#thread !== null) return this.#thread
    const thread = threads.take()
    thread.postMessage(this.#indexFile)
    this.#thread = thread
    this.#loaded = new Promise((resolve) => {
      thread.on('message', (reply: ArrivedReply) => {
        if (reply.kind === 'loaded') resolve(reply.fault)
        else this.#receive(reply)
      })
      thread.on('error', (error) => {
        this.#end(thread, messageOf(error), resolve)
      })
      thread.on('exit', () => {
        this.#end(thread, 'The vectors were closed.', resolve)
      })
    })
    return thread
  }

  #receive(reply: Exclude<ArrivedReply, { kind: 'loaded' }>): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.kind === 'answer') waiting?.resolve(reply.answer)
    else waiting?.reject(new (reply.isDamage ? DamagedVectors : Error)(reply.message))
  }

  #end(thread: Thread, message: string, settle: (fault: Fault) => void): void {
    if (this.#thread === thread) this.#thread = null
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
