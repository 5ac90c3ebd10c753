import { EventEmitter } from 'node:events'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { startNativeThread } from './native-thread.ts'
import type { FromShare, ToShares } from './serve-shares.ts'

export interface SharedThreadOptions {
  readonly resourceLimits?: ResourceLimits
  /** Whether the process stays while one of them runs; true where it is left out. */
  readonly keepsProcess?: boolean
}

/** A thread takes 9 MB before it has done anything. So many have one for themselves; more share these. */
const mostThreads = 4

/**
 * The threads of one kind in this process, each of which runs `entry`, a file that calls `serveShares`. A share of one is used as if
 * it were a thread. A thread ends with the last who has a share of it.
 */
export class SharedThreads<Message, Reply> {
  readonly #entry: URL
  readonly #options: SharedThreadOptions
  readonly #threads = new Set<SharedThread<Message, Reply>>()

  constructor(entry: URL, options: SharedThreadOptions = {}) {
    this.#entry = entry
    this.#options = options
  }

  readonly take = (): ThreadShare<Message, Reply> => {
    const [first, ...others] = this.#threads.size < mostThreads ? [] : this.#threads
    const freest = others.reduce(
      (least, thread) => (thread.size < least.size ? thread : least),
      first ?? this.#start(),
    )
    return freest.share()
  }

  #start(): SharedThread<Message, Reply> {
    const { keepsProcess = true, ...options } = this.#options
    const worker = startNativeThread(this.#entry, options)
    if (!keepsProcess) worker.unref()
    const thread = new SharedThread<Message, Reply>(worker, () => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }
}

/** What one owner has of a thread: used as a `Worker` is. */
export class ThreadShare<Message, Reply> extends EventEmitter<{
  message: [Reply]
  error: [Error]
  exit: []
}> {
  readonly #thread: SharedThread<Message, Reply>
  readonly #id: number
  #hasBegun = false

  constructor(thread: SharedThread<Message, Reply>, id: number) {
    super()
    this.#thread = thread
    this.#id = id
  }

  postMessage(message: Message): void {
    if (!this.#thread.has(this.#id)) return
    this.#thread.tell(this.#hasBegun ? { share: this.#id, message } : { begins: this.#id, message })
    this.#hasBegun = true
  }

  /** Ends the thread where nobody else has a share of it, in the midst of what it does. Otherwise its work for this one ends later. */
  async terminate(): Promise<void> {
    await this.#thread.drop(this.#id)
  }
}

class SharedThread<Message, Reply> {
  readonly #worker: Worker
  /** Called once nobody may take a share any more. */
  readonly #onEnd: () => void
  readonly #shares = new Map<number, ThreadShare<Message, Reply>>()
  #lastId = 0

  constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker
    this.#onEnd = onEnd
    worker.on('message', (said: FromShare<Reply>) => {
      if ('isOver' in said) this.#forget(said.share)
      else this.#shares.get(said.share)?.emit('message', said.reply)
    })
    worker.on('error', (error) => {
      this.#onEnd()
      for (const share of this.#shares.values()) share.emit('error', error)
    })
    worker.on('exit', () => {
      this.#onEnd()
      for (const id of this.#shares.keys()) this.#forget(id)
    })
  }

  get size(): number {
    return this.#shares.size
  }

  has(id: number): boolean {
    return this.#shares.has(id)
  }

  share(): ThreadShare<Message, Reply> {
    const share = new ThreadShare<Message, Reply>(this, ++this.#lastId)
    this.#shares.set(this.#lastId, share)
    return share
  }

  tell(message: ToShares<Message>): void {
    this.#worker.postMessage(message)
  }

  async drop(id: number): Promise<void> {
    if (!this.has(id)) return
    if (this.size > 1) {
      this.tell({ leaves: id })
      this.#forget(id)
    } else {
      this.#onEnd()
      await this.#worker.terminate()
    }
  }

  #forget(id: number): void {
    const share = this.#shares.get(id)
    this.#shares.delete(id)
    if (share === undefined) return
    if (this.size === 0) {
      this.#onEnd()
      this.tell({ ends: true })
    }
    share.emit('exit')
  }
}
