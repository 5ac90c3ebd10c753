import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { migrations } from '../../migrations/index.ts'
import { findFiles, type FoundFiles } from '../files/find-files.ts'
import { folderIdentity } from '../files/folder-identity.ts'
import { walkVault, type DiskState } from '../files/walk-vault.ts'
import { foundState, isFilled, readIndexed, readState } from '../index-db/indexed-state.ts'
import { openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'
import { FolderNow } from './folder-now.ts'
import type { IndexUpdater } from './index-updater.ts'
import { isLongNote } from './long-note.ts'
import { planSync, type SyncPlan } from './plan-sync.ts'
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
  readonly #startWorker: () => IndexThread
  #options: SyncOptions | null = null
  /** Open as long as this is: then nobody else has to make anew what SQLite keeps beside the file. */
  #known: IndexDatabase | null = null
  #worker: IndexThread | null = null
  #updater: Promise<IndexUpdater | null> | null = null
  /** How many have the index open to write: the one here, a thread or both. */
  #writers = 0
  #isOpen = false
  #isClosing = false
  readonly #ending = new AbortController()
  /** Requests are served one after another. */
  #last: Promise<void> = Promise.resolve()

  constructor(startWorker: () => IndexThread = () => startSyncWorker({ isBrief: true })) {
    super()
    this.#startWorker = startWorker
  }

  postMessage(message: SyncOptions | SyncRequest): void {
    if (!('kind' in message)) {
      this.#options = message
      this.#known = openKnown(message)
    }
    // It looks while this process loads its code.
    const found = 'kind' in message && message.kind === 'scan' ? this.#look() : null
    this.#last = this.#last
      .then(async () => {
        if (!('kind' in message)) this.#begin()
        else if (message.kind === 'close') await this.#close(message)
        else if (this.#worker !== null) this.#worker.postMessage(message)
        else if (message.kind === 'scan') await this.#scan(message, await found)
        else if (this.#isShort(message)) await this.#here(message)
        else this.#elsewhere(message)
      })
      .catch((error: unknown) => {
        this.emit('error', error)
      })
  }

  async terminate(): Promise<void> {
    this.#ending.abort()
    this.#known?.close()
    await this.#worker?.terminate()
    this.emit('exit')
  }

  /** A folder is looked at with the whole vault around it, which mostly is as it was. Null where a thread looks. */
  async #look(): Promise<FoundFiles | null> {
    const isForThread = this.#known === null || this.#worker !== null
    return isForThread ? null : await findFiles(this.#optionsNow.root, this.#ending.signal)
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

  #begin(): void {
    if (this.#known === null) this.#elsewhere()
    else this.#reply({ kind: 'open', putAside: null, isFilled: true })
  }

  async #scan(request: ScanRequest, found: FoundFiles | null): Promise<void> {
    const options = this.#optionsNow
    this.#report('scanning')
    if (found === null || this.#known === null || folderIdentity(options.root) !== options.identity) {
      this.#elsewhere(request)
      return
    }
    const changes = readState(this.#known, 'changes')
    const name = nameOf(found, options, changes)
    if (readState(this.#known, foundState) === name) {
      this.#report('ready')
      this.#reply({ kind: 'done', id: request.id, result: { read: 0, removed: 0 } })
      return
    }
    const disk = found.toDisk()
    if (disk === null) {
      this.#elsewhere(request)
      return
    }
    const onDisk = await walkVault(options.root, '', new FolderNow(options), () => Promise.resolve(), disk)
    const plan = planSync(onDisk, readIndexed(this.#known), '')
    if (isLittle(plan, onDisk)) await this.#here({ ...request, folder: '' }, { onDisk, plan, changes, name })
    else this.#elsewhere(request)
  }

  async #here(request: SyncRequest, seen: SeenVault | null = null): Promise<void> {
    const updater = await (this.#updater ??= this.#startHere())
    if (seen !== null) updater?.believe(seen)
    updater?.receive(request)
  }

  async #startHere(): Promise<IndexUpdater | null> {
    const { beginUpdater } = await import('./begin-updater.ts')
    const updater = beginUpdater(this.#optionsNow, {
      postMessage: (reply) => {
        this.#reply(reply)
      },
      close: () => {
        this.#writerEnds()
      },
    })
    if (updater !== null) this.#writers += 1
    return updater
  }

  #elsewhere(request?: SyncRequest): void {
    const worker = this.#startWorker()
    this.#worker = worker
    this.#writers += 1
    worker.on('message', (reply: SyncReply) => {
      this.#reply(reply)
    })
    worker.on('error', (error) => this.emit('error', error))
    worker.on('exit', () => {
      this.#writerEnds()
    })
    worker.postMessage(this.#optionsNow)
    if (request !== undefined) worker.postMessage(request)
  }

  async #close(request: SyncRequest): Promise<void> {
    // The last connection tidies up what SQLite keeps beside the file, if it is one that writes.
    this.#known?.close()
    const updater = await this.#updater
    this.#isClosing = true
    if (this.#writers === 0) this.emit('exit')
    updater?.receive(request)
    this.#worker?.postMessage(request)
  }

  /** A thread that ends by itself ends all: what is asked goes to it. Otherwise the last one does. */
  #writerEnds(): void {
    this.#writers -= 1
    if (this.#writers === 0 || !this.#isClosing) this.emit('exit')
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

/**
 * Two looks of one name have the same to say of the same index: what was found, what the vault's settings make of it, and how often
 * the index has changed.
 */
function nameOf(found: FoundFiles, options: SyncOptions, changes: string | null): string {
  const { root, ignore, nestedVaults, noNotes = [], excluded } = options
  const settings = JSON.stringify([root, ignore, nestedVaults, noNotes, excluded])
  return `${changes} ${createHash('sha256').update(settings).update(found.name).digest('base64')}`
}

/** Whether what has changed is soon read and written. */
function isLittle(
  { toRead, unsure, removedNotes }: SyncPlan,
  { notes: { paths, stamps } }: DiskState,
): boolean {
  const changed = new Set([...toRead, ...unsure])
  const isLong = paths.some((path, at) => changed.has(path) && isLongNote(stamps[4 * at] ?? 0))
  return changed.size + removedNotes.length <= mostNotesHere && !isLong
}
