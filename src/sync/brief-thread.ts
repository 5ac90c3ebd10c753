import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { migrations } from '../../migrations/index.ts'
import { findFiles, type FoundFiles } from '../files/find-files.ts'
import { walkVault } from '../files/walk-vault.ts'
import { foundState, isFilled, readIndexed, readState } from '../index-db/indexed-state.ts'
import { openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'
import { FolderNow } from './folder-now.ts'
import type { IndexUpdater } from './index-updater.ts'
import { isLongNote } from './long-note.ts'
import { planSync } from './plan-sync.ts'
import { readingOf } from './record-version.ts'
import type { SeenVault } from './sync-desk.ts'
import type { SyncOptions, SyncReply, SyncRequest } from './sync-messages.ts'
import { startSyncWorker, type IndexThread } from './sync-worker.ts'

type ScanRequest = Extract<SyncRequest, { kind: 'scan' }>

/** Reading and writing so many notes takes less time than starting a thread for it. */
const mostNotesHere = 100

/**
 * Stands in for the thread of an index in a process that answers once. Where the system's `find` sees what the index agreed
 * with, no thread is needed; a few changed notes are read here; all else is left to a thread.
 */
export class BriefThread extends EventEmitter implements IndexThread {
  readonly #startWorker: () => Worker
  #options: SyncOptions | null = null
  /** Open as long as this is: then nobody else has to make anew what SQLite keeps beside the file. */
  #known: IndexDatabase | null = null
  #worker: Worker | null = null
  #updater: Promise<IndexUpdater | null> | null = null
  #isOpen = false
  /** Requests are served one after another. */
  #last: Promise<void> = Promise.resolve()

  constructor(startWorker = () => startSyncWorker({ isBrief: true })) {
    super()
    this.#startWorker = startWorker
  }

  postMessage(message: SyncOptions | SyncRequest): void {
    if (!('kind' in message)) this.#options = message
    // It looks while this process loads its code.
    const found = 'kind' in message && this.#isWholeScan(message) ? findFiles(this.#optionsNow.root) : null
    this.#last = this.#last
      .then(async () => {
        if (!('kind' in message)) this.#begin(message)
        else if (message.kind === 'close') await this.#close(message)
        else if (this.#worker !== null) this.#worker.postMessage(message)
        else if (found !== null && message.kind === 'scan') await this.#scan(message, await found)
        else if (message.kind === 'scan' || this.#isShort(message)) await this.#here(message)
        else this.#elsewhere(message)
      })
      .catch((error: unknown) => {
        this.emit('error', error)
      })
  }

  async terminate(): Promise<void> {
    this.#known?.close()
    await this.#worker?.terminate()
    this.emit('exit')
  }

  #isWholeScan(message: SyncRequest): boolean {
    return message.kind === 'scan' && message.folder === '' && this.#worker === null
  }

  /** Whether it asks to read notes of which none takes longer than a caller should wait. */
  #isShort(message: SyncRequest): boolean {
    if (message.kind !== 'paths') return false
    const folder = new FolderNow(this.#optionsNow)
    return message.paths.every((path) => {
      const found = folder.look(path)
      return typeof found !== 'object' || !isLongNote(found.size)
    })
  }

  #begin(options: SyncOptions): void {
    this.#known = openKnown(options)
    if (this.#known === null) this.#elsewhere()
    else this.#reply({ kind: 'open', putAside: null, isFilled: true })
  }

  async #scan(request: ScanRequest, found: FoundFiles | null): Promise<void> {
    const options = this.#optionsNow
    const folder = new FolderNow(options)
    this.#report('scanning')
    if (found === null || this.#known === null || !isThere(folder)) {
      this.#elsewhere(request)
      return
    }
    if (readState(this.#known, foundState) === nameOf(found, options, this.#known)) {
      this.#report('ready')
      this.#reply({ kind: 'done', id: request.id, result: { read: 0, removed: 0 } })
      return
    }
    const disk = found.toDisk()
    if (disk === null) {
      this.#elsewhere(request)
      return
    }
    const onDisk = await walkVault(options.root, '', folder, () => Promise.resolve(), disk)
    const seen = { onDisk, name: nameOf(found, options, this.#known) }
    if (isLittle(this.#known, seen)) await this.#here(request, seen)
    else this.#elsewhere(request)
  }

  async #here(request: SyncRequest, seen: SeenVault | null = null): Promise<void> {
    const updater = await (this.#updater ??= this.#startHere())
    if (seen !== null) updater?.believe(seen)
    updater?.receive(request)
  }

  async #startHere(): Promise<IndexUpdater | null> {
    const { beginUpdater } = await import('./begin-updater.ts')
    return beginUpdater(this.#optionsNow, {
      postMessage: (reply) => {
        this.#reply(reply)
      },
      close: () => {
        if (this.#worker === null) this.emit('exit')
      },
    })
  }

  #elsewhere(request?: SyncRequest): void {
    const worker = this.#startWorker()
    this.#worker = worker
    worker.on('message', (reply: SyncReply) => {
      this.#reply(reply)
    })
    worker.on('error', (error) => this.emit('error', error))
    worker.on('exit', () => this.emit('exit'))
    worker.postMessage(this.#optionsNow)
    if (request !== undefined) worker.postMessage(request)
  }

  async #close(request: SyncRequest): Promise<void> {
    // The last connection tidies up what SQLite keeps beside the file, if it is one that writes.
    this.#known?.close()
    const updater = await this.#updater
    updater?.receive(request)
    this.#worker?.postMessage(request)
    if (updater === null && this.#worker === null) this.emit('exit')
  }

  #report(state: 'scanning' | 'ready'): void {
    this.#reply({ kind: 'progress', progress: { state, done: 0, total: 0, isAgain: false } })
  }

  #reply(reply: SyncReply): void {
    // Who asks has opened it by what was known of it.
    if (reply.kind === 'open' && this.#isOpen && reply.isFilled && reply.putAside === null) return
    this.#isOpen ||= reply.kind === 'open'
    this.emit('message', reply)
  }

  get #optionsNow(): SyncOptions {
    if (this.#options === null) throw new Error('A request came before the options.')
    return this.#options
  }
}

/** A whole index of this version, for queries; null where there is none, and where only its writer can tell. */
function openKnown(options: SyncOptions): IndexDatabase | null {
  let db: IndexDatabase | null = null
  try {
    db = openIndexForReading(options.indexFile)
    const isOurs = db.pragma('user_version', { simple: true }) === migrations.length
    // One with the state `no` lacks what makes queries fast.
    const isWhole = isOurs && isFilled(db) && readState(db, 'tidy') !== 'no'
    if (isWhole && readState(db, 'reading') === readingOf(options)) return db
  } catch {
    // What is wrong with it is for its writer to say.
  }
  db?.close()
  return null
}

/** Two looks of the same name have the same to say of the same index: what was found, and what the vault's settings make of it. */
function nameOf(found: FoundFiles, options: SyncOptions, db: IndexDatabase): string {
  const { root, ignore, nestedVaults, noNotes = [], excluded } = options
  const settings = JSON.stringify([root, ignore, nestedVaults, noNotes, excluded])
  const together = createHash('sha256').update(settings).update(found.name).digest('base64')
  return `${readState(db, 'changes')} ${together}`
}

/** Whether the folder is the one of the vault. */
function isThere(folder: FolderNow): boolean {
  try {
    folder.expectThere()
    return true
  } catch {
    return false
  }
}

function isLittle(db: IndexDatabase, { onDisk }: SeenVault): boolean {
  const { toRead, removedNotes } = planSync(onDisk, readIndexed(db), '')
  const changed = new Set(toRead)
  const { paths, stamps } = onDisk.notes
  const isLong = paths.some((path, at) => changed.has(path) && isLongNote(stamps[3 * at] ?? 0))
  return toRead.length + removedNotes.length <= mostNotesHere && !isLong
}
