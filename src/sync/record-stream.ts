import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { NoteRecord } from '../index-db/note-record.ts'
import type { NotesToRead } from './record-reader.ts'
import { loadReader } from './sync-desk.ts'

// A second thread costs some 50 ms and 20 MB, which pays from this many files on.
const worthAThread = 400
const pathsPerChunk = 48
// As many notes as the writer's largest commit, so that neither waits for the other.
const chunksInFlight = 44
// The thread lives only while the index is filled, so its young objects may take more room.
const readerLimits = { maxYoungGenerationSizeMb: 16 }

/**
 * Reads and parses notes in the order in which they are added, in a thread of its own once they are many. Notes that
 * are gone by then are left out.
 */
export class RecordStream {
  readonly #notes: NotesToRead
  #chunks: (readonly string[])[] = []
  #added = 0
  #thread: ReadingThread | null = null
  readonly #read: NoteRecord[] = []

  constructor(notes: NotesToRead) {
    this.#notes = notes
  }

  add(paths: readonly string[]): void {
    this.#added += paths.length
    for (let start = 0; start < paths.length; start += pathsPerChunk)
      this.#chunks.push(paths.slice(start, start + pathsPerChunk))
    if (this.#added < worthAThread) return
    this.#thread ??= new ReadingThread(this.#notes)
    this.#thread.read(this.#chunks)
    this.#chunks = []
  }

  /** Yields how many more notes have been read, until all that were added are. Take them once `isFull`. */
  async *arrivals(pause: () => Promise<void>): AsyncGenerator<number> {
    if (this.#thread !== null) yield* this.#thread.arrivals()
    for (const chunk of this.#chunks) {
      const records = (await loadReader()).readChunk(this.#notes, chunk)
      this.#read.push(...records)
      yield records.length
      await pause()
    }
  }

  /** True when nothing more is read before something is taken. */
  get isFull(): boolean {
    return this.#thread?.isFull === true
  }

  /** The notes that were read and not yet taken. */
  *take(): Generator<NoteRecord> {
    if (this.#thread !== null) yield* this.#thread.take()
    yield* this.#read.splice(0)
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** The first message to the reading thread; paths follow. */
export interface ReadingOrder {
  readonly notes: NotesToRead
  /** Where the thread sends its records; that there are more is told over the thread's own channel. */
  readonly records: MessagePort
}

/**
 * Keeps enough chunks on their way that the thread never idles. Records stay in serialised form until they are taken:
 * as objects, thousands of them would be copied by the garbage collector while they wait.
 */
class ReadingThread {
  readonly #worker: Worker
  readonly #records: MessagePort
  readonly #waiting: (readonly string[])[] = []
  readonly #arrived: number[] = []
  readonly #failures: unknown[] = []
  #inFlight = 0
  /** How many have arrived and wait to be taken. */
  #untaken = 0
  #wake: () => void = () => undefined

  constructor({ root, tagStyle, naming }: NotesToRead) {
    const { port1, port2 } = new MessageChannel()
    this.#records = port1
    const notes = {
      root,
      ...(tagStyle !== undefined && { tagStyle }),
      ...(naming !== undefined && { naming }),
    }
    const order: ReadingOrder = { notes, records: port2 }
    this.#worker = new Worker(new URL('./read-thread.js', import.meta.url), {
      resourceLimits: readerLimits,
    })
    this.#worker.postMessage(order, [port2])
    this.#worker.on('message', (count: number) => {
      this.#arrived.push(count)
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

  get isFull(): boolean {
    return this.#untaken === chunksInFlight
  }

  async *arrivals(): AsyncGenerator<number> {
    while (this.#inFlight > this.#untaken) {
      while (this.#arrived.length === 0) {
        if (this.#failures.length > 0)
          throw new Error('The reading thread failed.', { cause: this.#failures[0] })
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      this.#untaken++
      yield this.#arrived.shift() ?? 0
    }
  }

  *take(): Generator<NoteRecord> {
    for (; this.#untaken > 0; this.#untaken--) {
      const sent = receiveMessageOnPort(this.#records)
      this.#inFlight--
      this.#send()
      if (sent !== undefined) yield* recordsOf(sent)
    }
  }

  async close(): Promise<void> {
    this.#records.close()
    await this.#worker.terminate()
  }

  #send(): void {
    for (; this.#inFlight < chunksInFlight && this.#waiting.length > 0; this.#inFlight++)
      this.#worker.postMessage(this.#waiting.shift())
  }
}

function recordsOf({ message }: { readonly message: readonly NoteRecord[] }): readonly NoteRecord[] {
  return message
}
