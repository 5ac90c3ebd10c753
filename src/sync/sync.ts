import type { OwnStep } from '../index-db/own-model-rows.ts'
import type { VectorBatch } from '../index-db/vector-writer.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type {
  RebuildScope,
  SyncFailure,
  SyncOptions,
  SyncProblem,
  SyncProgress,
  SyncReply,
  SyncQuestion,
  SyncResult,
} from './sync-messages.ts'
import { startSyncWorker, type IndexThread } from './sync-worker.ts'
import { describeProblem } from './describe-problem.ts'

export interface SyncEvents {
  /** The index file can be read. Called again after it had to be replaced. */
  readonly onOpen: (isFilled: boolean) => void
  readonly onChanged: (paths: readonly string[]) => void
  /** The index could not follow the disk, whoever asked for it. */
  readonly onFailed: () => void
}

export interface RebuildOptions {
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

// How long a thread may take to finish its transaction before it is stopped.
const closeWithinMs = 700

/** Keeps one vault's index in step with its folder, in another thread: nothing here blocks. */
export class Sync {
  /** Resolves when the index can be read, or certainly cannot. */
  readonly opened: Promise<void>
  readonly #worker: IndexThread
  readonly #events: SyncEvents
  readonly #log: Log
  readonly #waiting = new Map<number, PromiseWithResolvers<SyncResult>>()
  readonly #exited: Promise<void>
  readonly #followers = new Set<(done: number, total: number) => void>()
  #lastId = 0
  #progress: SyncProgress = { state: 'scanning', done: 0, total: 0, isAgain: false }
  #problem: SyncProblem | null = null
  #isFilling = false
  #isAtLongNote = false
  /** Callers that wait for the thread, but not for a long note. */
  readonly #impatient = new Set<() => void>()
  #isGone = false
  #isClosing = false
  #settleOpened: () => void = () => undefined

  constructor(options: SyncOptions, events: SyncEvents, log: Log, worker: IndexThread = startSyncWorker()) {
    this.#events = events
    this.#log = log
    this.opened = new Promise((resolve) => {
      this.#settleOpened = resolve
    })
    this.#worker = worker
    worker.postMessage(options)
    this.#worker.on('message', (reply: SyncReply) => {
      this.#receive(reply)
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#isGone = true
        this.#isAtLongNote = false
        this.#settleOpened()
        this.#failAll()
        resolve()
      })
    })
    this.#worker.on('error', (error) => {
      this.#fail(describeProblem(error, options.root).problem)
    })
  }

  get progress(): SyncProgress {
    return this.#progress
  }

  /** Whether the index did not know every note when it was opened, and no look has ended since. */
  get isFilling(): boolean {
    return this.#isFilling
  }

  /** Whether the thread is at a note that takes long, for which all other requests wait. */
  get isAtLongNote(): boolean {
    return this.#isAtLongNote
  }

  /** Waits for work of the thread, but stops waiting once the thread is at a long note. */
  async unlessLong(work: Promise<unknown>): Promise<void> {
    // It may fail after its caller has stopped waiting.
    work.catch(() => undefined)
    if (this.#isAtLongNote) return
    await new Promise<void>((resolve, reject) => {
      this.#impatient.add(resolve)
      work
        .then(() => {
          resolve()
        }, reject)
        .finally(() => this.#impatient.delete(resolve))
    })
  }

  /** True when the thread has ended by itself: the index can still be read, but nothing writes to it. */
  get isBroken(): boolean {
    return this.#isGone && !this.#isClosing
  }

  /** Why the index could not follow the disk the last time; null when it could. */
  get problem(): SyncProblem | null {
    return this.#problem
  }

  /**
   * Looks at these vault-relative paths and updates the index. `isTrusted` says that flint itself removed the missing
   * ones. Resolves when the next query sees the change.
   */
  syncPaths(paths: readonly string[], options: { readonly isTrusted: boolean }): Promise<SyncResult> {
    return this.#ask({ kind: 'paths', paths, isTrusted: options.isTrusted })
  }

  /** Looks at every file below a folder and reads those that changed. */
  scan(folder = ''): Promise<SyncResult> {
    return this.#ask({ kind: 'scan', folder })
  }

  /** Reads every note again. The old index answers meanwhile, and remains if the signal aborts. */
  async rebuild(
    scope: RebuildScope,
    {
      onProgress = () => undefined,
      signal,
      identity = null,
    }: RebuildOptions & { readonly identity?: string | null } = {},
  ): Promise<SyncResult> {
    const done = this.#ask({ kind: 'rebuild', scope, identity })
    const id = this.#lastId
    const cancel = () => {
      this.#worker.postMessage({ kind: 'cancel', id })
    }
    signal?.addEventListener('abort', cancel)
    if (signal?.aborted === true) cancel()
    this.#followers.add(onProgress)
    try {
      return await done
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#followers.delete(onProgress)
    }
  }

  /** Cuts some of the notes that are still uncut into chunks; 0 when none is left. */
  async cutSome(): Promise<number> {
    const { read } = await this.#ask({ kind: 'cut' })
    return read
  }

  /** Stores vectors; resolves when that is done. */
  async putVectors(batch: VectorBatch): Promise<void> {
    await this.#ask({ kind: 'vectors', batch })
  }

  /** Removes vectors that no note needs; `complete` names a model that has all the others. */
  async settleVectors(complete: string | null): Promise<void> {
    await this.#ask({ kind: 'settle-vectors', complete })
  }

  async forgetVectors(model: string): Promise<void> {
    await this.#ask({ kind: 'forget-vectors', model })
  }

  /** Makes the vault's own model, a little at a time, until it is whole or `mayGoOn` says no. */
  async makeOwn(mayGoOn: () => Promise<boolean>): Promise<void> {
    let made = await this.#ask({ kind: 'make-own', order: 'begin' })
    try {
      while (made.read > 0 && (await mayGoOn())) made = await this.#ask({ kind: 'make-own', order: 'go on' })
    } finally {
      if (made.read > 0) await this.#ask({ kind: 'make-own', order: 'stop' })
    }
    if (made.fault !== undefined) throw new Error(made.fault)
  }

  /** Stores a step of the vault's own model; resolves when that is done. */
  async putOwn(step: OwnStep): Promise<void> {
    await this.#ask({ kind: 'own', step })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#worker.postMessage({ kind: 'close' })
    const timer = setTimeout(() => void this.#worker.terminate(), closeWithinMs)
    await this.#exited
    clearTimeout(timer)
  }

  #ask(question: SyncQuestion): Promise<SyncResult> {
    const id = ++this.#lastId
    if (this.#isGone) return Promise.reject(failureOf('index', this.#problem))
    const answer = Promise.withResolvers<SyncResult>()
    this.#waiting.set(id, answer)
    this.#worker.postMessage({ ...question, id })
    return answer.promise
  }

  #receive(reply: SyncReply): void {
    switch (reply.kind) {
      case 'open':
        this.#isFilling = !reply.isFilled
        // Until the first report of the scan that fills it.
        if (!reply.isFilled) this.#progress = { state: 'scanning', done: 0, total: 0, isAgain: false }
        if (reply.putAside !== null) this.#log.warn(`the index was ${reply.putAside}; it is made anew`)
        this.#events.onOpen(reply.isFilled)
        this.#settleOpened()
        break
      case 'done':
        this.#problem = null
        this.#waiting.get(reply.id)?.resolve(reply.result)
        this.#waiting.delete(reply.id)
        break
      case 'failed': {
        this.#problem = reply.problem
        this.#log.warn('the index could not follow the disk', { message: reply.problem.message })
        this.#events.onFailed()
        this.#waiting.get(reply.id)?.reject(failureOf(reply.reason, reply.problem))
        this.#waiting.delete(reply.id)
        break
      }
      case 'unopened':
        this.#fail(reply.problem)
        break
      case 'progress':
        this.#progress = reply.progress
        if (reply.progress.state === 'ready') this.#isFilling = false
        if (reply.progress.state !== 'indexing') break
        for (const follow of this.#followers) follow(reply.progress.done, reply.progress.total)
        break
      case 'long':
        this.#isAtLongNote = reply.isUnderWay
        if (reply.isUnderWay) for (const goOn of this.#impatient) goOn()
        break
      case 'changed':
        this.#events.onChanged(reply.paths)
        break
    }
  }

  #fail(problem: SyncProblem): void {
    this.#problem = problem
    this.#log.error('the index thread failed', { message: problem.message })
    this.#failAll()
  }

  #failAll(): void {
    for (const { reject } of this.#waiting.values()) reject(failureOf('index', this.#problem))
    this.#waiting.clear()
  }
}

function failureOf(reason: SyncFailure, problem: SyncProblem | null): VaultError {
  const cause = problem?.message ?? 'The index was closed.'
  return reason === 'vault'
    ? new VaultError(
        'VAULT_UNAVAILABLE',
        "The vault's folder cannot be read.",
        { hint: problem?.cure ?? { kind: 'check-folder' } },
        { cause },
      )
    : new VaultError(
        'INDEX_UNAVAILABLE',
        problem?.cure == null ? 'The index could not be updated.' : problem.message,
        {
          // Without room for flint's own data nothing can be written: a change is recorded first.
          hint:
            problem?.cure == null
              ? ['Notes can still be read and written by path.', { kind: 'reindex' }]
              : ['Notes can still be read by path.', problem.cure],
        },
        { cause },
      )
}
