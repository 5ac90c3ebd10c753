import { Worker } from 'node:worker_threads'
import type { NoteRecord } from '../index-db/note-record.ts'

// A second thread costs some 50 ms and 20 MB: from this many files on it pays.
const worthAThread = 400
const pathsPerChunk = 48
// As many notes as the writer's largest commit takes, so that neither waits for the other.
const chunksInFlight = 44
// It lives as long as the index is filled: its young objects may take more room than those of a thread that stays.
const readerLimits = { maxYoungGenerationSizeMb: 16 }

// It takes long to load, and where a thread reads only that needs it.
const loadReader = () => import('./record-reader.ts')

/**
 * Reads and parses notes in the order in which they are added: many of them in a thread of its own, from the moment it is
 * known that they are many. Paths that are gone by then are left out.
 */
export class RecordStream {
  readonly #root: string
  #chunks: (readonly string[])[] = []
  #added = 0
  #thread: ReadingThread | null = null

  constructor(root: string) {
    this.#root = root
  }

  add(paths: readonly string[]): void {
    this.#added += paths.length
    for (let start = 0; start < paths.length; start += pathsPerChunk)
      this.#chunks.push(paths.slice(start, start + pathsPerChunk))
    if (this.#added < worthAThread) return
    this.#thread ??= new ReadingThread(this.#root)
    this.#thread.read(this.#chunks)
    this.#chunks = []
  }

  /** What was read of all that was added before. */
  async *records(pause: () => Promise<void>): AsyncGenerator<readonly NoteRecord[]> {
    if (this.#thread !== null) yield* this.#thread.records()
    for (const chunk of this.#chunks) {
      yield (await loadReader()).readChunk(this.#root, chunk)
      await pause()
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** Keeps so many chunks on their way that the thread has always something to read. */
class ReadingThread {
  readonly #worker: Worker
  readonly #waiting: (readonly string[])[] = []
  readonly #arrived: (readonly NoteRecord[])[] = []
  readonly #failures: unknown[] = []
  #inFlight = 0
  #wake: () => void = () => undefined

  constructor(root: string) {
    this.#worker = new Worker(new URL('./read-thread.js', import.meta.url), {
      workerData: root,
      resourceLimits: readerLimits,
    })
    this.#worker.on('message', (records: readonly NoteRecord[]) => {
      this.#arrived.push(records)
      this.#wake()
    })
    this.#worker.on('error', (error) => {
      this.#failures.push(error)
      this.#wake()
    })
  }

  read(chunks: readonly (readonly string[])[]): void {
    this.#waiting.push(...chunks)
    this.#send()
  }

  async *records(): AsyncGenerator<readonly NoteRecord[]> {
    while (this.#inFlight > 0) {
      while (this.#arrived.length === 0) {
        if (this.#failures.length > 0)
          throw new Error('The reading thread failed.', { cause: this.#failures[0] })
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      const records = this.#arrived.shift()
      if (records !== undefined) yield records
      this.#inFlight--
      this.#send()
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(): void {
    for (; this.#inFlight < chunksInFlight && this.#waiting.length > 0; this.#inFlight++)
      this.#worker.postMessage(this.#waiting.shift())
  }
}
