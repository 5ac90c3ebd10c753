import { MessageChannel, Worker } from 'node:worker_threads'
import { letHeapsGrow } from '../runtime/heap-growth.ts'
import { VaultError } from '../model/vault-error.ts'
import { toResult, type JobAnswer, type JobOrder } from './job-messages.ts'
import { textJobs, type Given, type JobName, type Result } from './text-jobs.ts'
import { hasCode } from '../model/error-code.ts'

// What is shorter is done sooner than told to another thread: some 5 ms for the densest notes.
const longFrom = 100_000
// A text of the longest notes that are edited takes a second or two, whatever stands in it.
const longestJobMs = 30_000
// After so long without work the thread ends, and its memory is free.
const restMs = 5_000
const threadLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1_500 }

export function isLong(text: string): boolean {
  return text.length >= longFrom
}

/** Whether one of the texts that a job is given beside the note's is long. */
function holdsLong(given: unknown): boolean {
  return Object.values(given ?? {}).some((value) => typeof value === 'string' && isLong(value))
}

/**
 * Reads and edits the texts of notes: short ones here and now, long ones in a thread of its own, so that no call waits for
 * a note of megabytes but who asked for it.
 */
export class TextWork {
  #thread: TextThread | null = null
  #last: Promise<unknown> = Promise.resolve()
  #resting: NodeJS.Timeout | null = null

  /** Runs a job; whatever it fails with is thrown. */
  async run<Name extends JobName>(name: Name, text: string, given: Given<Name>): Promise<Result<Name>> {
    if (!isLong(text) && !holdsLong(given)) return textJobs[name](text, given)
    const result = this.#last.then(() => this.#runElsewhere(name, text, given))
    this.#last = result.catch(() => undefined)
    return await result
  }

  async close(): Promise<void> {
    this.#stopResting()
    await this.#thread?.end()
  }

  async #runElsewhere<Name extends JobName>(
    name: Name,
    text: string,
    given: Given<Name>,
  ): Promise<Result<Name>> {
    this.#stopResting()
    const thread = this.#thread?.isGone === false ? this.#thread : new TextThread()
    this.#thread = thread
    letHeapsGrow()
    try {
      return toResult(await thread.run(name, text, given))
    } finally {
      letHeapsGrow()
      if (thread.isGone) this.#thread = null
      else this.#resting = setTimeout(() => void this.#rest(), restMs).unref()
    }
  }

  async #rest(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.end()
  }

  #stopResting(): void {
    if (this.#resting !== null) clearTimeout(this.#resting)
    this.#resting = null
  }
}

class TextThread {
  readonly #worker = new Worker(new URL('./text-thread.js', import.meta.url), {
    resourceLimits: threadLimits,
  })
  #fail: (error: unknown) => void = () => undefined
  isGone = false

  constructor() {
    this.#worker.on('error', (error) => {
      this.isGone = true
      this.#fail(hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? tooMuch() : error)
    })
    this.#worker.on('exit', () => {
      this.isGone = true
      this.#fail(tooMuch())
    })
  }

  async run<Name extends JobName>(name: Name, text: string, given: Given<Name>): Promise<JobAnswer<Name>> {
    const { port1, port2 } = new MessageChannel()
    const limit = setTimeout(() => void this.end(), longestJobMs)
    try {
      return await new Promise<JobAnswer<Name>>((resolve, reject) => {
        this.#fail = reject
        port1.once('message', resolve)
        const order: JobOrder<Name> = { name, text, given, port: port2 }
        this.#worker.postMessage(order, [port2])
      })
    } finally {
      clearTimeout(limit)
      port1.close()
    }
  }

  async end(): Promise<void> {
    this.isGone = true
    await this.#worker.terminate()
  }
}

function tooMuch(): VaultError {
  return new VaultError(
    'CONFLICT',
    'The note is too long, or too much stands in it, to be worked on at once.',
    {
      hint: 'Split it into several notes with an editor.',
    },
  )
}
