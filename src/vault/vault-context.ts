import { join, relative, sep } from 'node:path'
import { openCoordination, type Coordination } from '../index-db/coordination.ts'
import type { Held } from '../index-db/held-lock.ts'
import { IndexReader } from '../index-db/index-reader.ts'
import { isCorruption } from '../index-db/open-index.ts'
import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { Log } from '../model/log.ts'
import type { VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { watchFolder, type FolderWatcher } from '../watch/watch-folder.ts'
import { writeBackup } from './write-backup.ts'
import { History } from './history.ts'
import { openHistoryFile } from './history-file.ts'
import { ChangeLog } from './change-log.ts'
import { createIgnoreRules } from './ignore-rules.ts'
import { NoteFinder } from './note-finder.ts'
import { NoteManager } from './note-manager.ts'
import { NoteTypes } from './note-types.ts'
import { NoteWriter } from './note-writer.ts'
import { readVaultConfig } from './read-vault-config.ts'
import { readVaultSettings } from './read-vault-settings.ts'
import { recoverChanges } from './recover-changes.ts'
import { Sync } from './sync.ts'
import type { RebuildScope, SyncProgress } from './sync-messages.ts'
import { VaultFiles } from './vault-files.ts'
import { vaultFolders } from './vault-folders.ts'
import type { WriteDoor, WriteLock } from './write-changes.ts'

export interface VaultOptions {
  readonly known: KnownVault
  /** Real paths of other vaults inside this one's folder: no part of it. */
  readonly nestedVaults: readonly string[]
  /** The platform's folder for indexes, history and backups. */
  readonly dataFolder: string
  /** Name of this process for locks and the lease: one for all vaults. */
  readonly log: Log
  readonly now: () => Date
}

/** How far the index is behind the disk, in words for the caller. */
export interface Freshness {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready' | 'unavailable'
  readonly message: string | null
  readonly done: number
  readonly total: number
}

// The indexer's lease is asked for so often by those who do not hold it.
const leaseRetryMs = 1_000
const writeLockWaitMs = 10_000

/**
 * One open vault: its files, notes, types, history, index and watcher, and nothing of any other vault. Of several
 * processes that have it open, one holds the lease: it watches the folder and scans it; all index their own writes.
 */
export class VaultContext {
  readonly id: VaultId
  readonly name: string
  readonly description: string
  readonly root: string
  readonly config: VaultConfig
  /** What in the settings of flint, Obsidian or zk could not be read, a sentence each. */
  readonly settingsProblems: readonly string[]
  readonly settings: VaultSettings
  /** Real paths of the vaults inside this one's folder, which are no part of it. */
  readonly nestedVaults: readonly string[]
  readonly files: VaultFiles
  readonly finder: NoteFinder
  readonly notes: NoteManager
  /** For changes that are no business of one note alone. */
  readonly writer: NoteWriter
  readonly types: NoteTypes
  /** What was changed, and the way back. */
  readonly changes: ChangeLog
  readonly #log: Log
  /** Null where the vault's settings say that it has no index. */
  readonly #sync: Sync | null
  readonly #indexFile: string
  readonly #history: History
  readonly #coordination: Coordination
  readonly #ignore: readonly string[]
  readonly #nested: readonly string[]
  readonly #listeners = new Set<(paths: readonly string[]) => void>()
  #index: IndexReader | null = null
  #wasFilled = false
  #firstScan: Promise<void> = Promise.resolve()
  #lease: Held | null = null
  #watcher: FolderWatcher | null = null
  #leaseTimer: NodeJS.Timeout | null = null
  #reconcileTimer: NodeJS.Timeout | null = null
  #mending: Promise<void> | null = null
  #isClosed = false

  /** Opens a vault whose folder is there; VAULT_UNAVAILABLE otherwise. Indexing goes on behind it. */
  static async open(options: VaultOptions): Promise<VaultContext> {
    const { config, problems } = await readVaultConfig(options.known.root)
    const settings = await readVaultSettings(options.known.root)
    const context = new VaultContext(options, config, [...problems, ...settings.problems], settings)
    await context.#sync?.opened
    await context.#recoverAtStart()
    if (context.#sync !== null) await context.#lead()
    return context
  }

  private constructor(
    { known, nestedVaults, dataFolder, log, now }: VaultOptions,
    config: VaultConfig,
    problems: readonly string[],
    settings: VaultSettings,
  ) {
    this.id = known.id
    this.name = known.name
    this.description = known.description
    this.root = join(known.root, config.workspace_root)
    this.config = config
    this.settings = settings
    this.settingsProblems = problems
    this.nestedVaults = nestedVaults
    this.#log = log
    const folders = vaultFolders(dataFolder, this.root, config)
    this.#indexFile = join(folders.index, 'index.sqlite')
    this.#ignore = [...config.index.ignore, ...settings.ignore]
    this.#nested = nestedVaults.map((path) => relative(this.root, path).split(sep).join('/'))
    this.#history = new History(openHistoryFile(folders.state, log))
    this.#coordination = openCoordination(folders.state)
    this.#history.prune(
      { maxAgeDays: config.history.max_age_days, maxSizeMb: config.history.max_size_mb },
      now(),
    )
    this.files = new VaultFiles(this.root)
    this.finder = new NoteFinder(
      this.files,
      () => this.#index,
      () => this.settled(),
    )
    const door: WriteDoor = {
      files: this.files,
      history: this.#history,
      locked: (work) => this.#locked(work),
      index: (paths) => this.#follow(paths),
      now,
      log,
    }
    this.types = new NoteTypes(
      door,
      config,
      () => this.#index,
      () => this.settled(),
    )
    this.writer = new NoteWriter(door, this.finder, this.types)
    this.changes = new ChangeLog(door, this.finder)
    this.notes = new NoteManager(door, this.writer, this.finder, this.types, {
      config,
      settings,
      files: this.files,
      backUp: async (path, text) =>
        config.deletion.create_backups ? await writeBackup(folders.backups, path, text, now()) : null,
    })
    this.#sync = config.search.index_enabled ? this.#startSync(log) : null
  }

  #startSync(log: Log): Sync {
    return new Sync(
      {
        root: this.root,
        indexFile: this.#indexFile,
        ignore: this.#ignore,
        nestedVaults: this.#nested,
        nameBeforeTitle: this.settings.kind === 'obsidian',
      },
      {
        onOpen: (isFilled) => {
          this.#index?.close()
          this.#index = new IndexReader(this.#indexFile)
          this.#wasFilled = isFilled
          // Whoever replaced the index may not be the one whose task it is to fill it.
          if (!isFilled) void this.#scanQuietly()
        },
        onChanged: (paths) => {
          for (const listener of this.#listeners) listener(paths)
        },
      },
      log,
    )
  }

  /** For queries. INDEX_UNAVAILABLE when it cannot be opened; notes can still be read and written by path. */
  get index(): IndexReader {
    if (this.#index !== null) return this.#index
    if (this.#sync === null) throw noIndex()
    throw new VaultError('INDEX_UNAVAILABLE', 'The index of this vault is not open.', {
      hint: 'Notes can still be read and written by id. Try again, or call reindex_vault with confirm: true.',
    })
  }

  get hasIndex(): boolean {
    return this.#index !== null
  }

  get indexFile(): string {
    return this.#indexFile
  }

  /** Whether this process watches and indexes, and how. */
  get watching(): 'native' | 'polling' | 'none' | 'another process' {
    return this.#lease === null ? 'another process' : (this.#watcher?.kind ?? 'none')
  }

  get freshness(): Freshness {
    if (this.#sync === null) return { state: 'unavailable', done: 0, total: 0, message: noIndex().message }
    const { progress, problem } = this.#sync
    const { state, done, total } = this.#lease === null ? this.#progressElsewhere(progress) : progress
    if (problem !== null || this.#index === null) {
      const message = `The index is behind: ${problem ?? 'it cannot be opened'}`
      return { state: 'unavailable', done, total, message }
    }
    return { state, done, total, message: freshnessMessage(state, done, total) }
  }

  /** True when nothing keeps the index in step any more: the vault has to be opened anew. */
  get isBroken(): boolean {
    return this.#sync?.isBroken === true
  }

  /** Waits until the index agrees with the disk, but never longer than this: then answers come from what there is. */
  async settled(withinMs?: number): Promise<void> {
    const budget = withinMs ?? (this.#wasFilled ? 300 : 1_500)
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, budget)
    })
    await Promise.race([this.#firstScan, over])
    clearTimeout(timer)
  }

  /** Looks at every file below a folder, so that the next query agrees with the disk. */
  async refresh(folder: string): Promise<void> {
    if (this.#sync === null) throw noIndex()
    await this.#sync.scan(folder)
  }

  /** Reads every note again, or only resolves all links again; resolves when the index is new. */
  async rebuildIndex(
    scope: RebuildScope,
    onProgress?: (done: number, total: number) => void,
  ): Promise<{ readonly read: number }> {
    if (this.#sync === null) throw noIndex()
    return await this.#sync.rebuild(scope, onProgress)
  }

  /** Calls back with the paths of notes whose index changed. The result ends it. */
  onChanged(listener: (paths: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Runs a query; a damaged index is replaced and the caller told to come back. */
  async query<Result>(run: (index: IndexReader) => Promise<Result>): Promise<Result> {
    const { index } = this
    try {
      return await run(index)
    } catch (error) {
      // Replaced while it was asked: its successor answers.
      if (index !== this.#index) return await run(this.index)
      if (!isCorruption(error)) throw error
      this.#mend()
      throw new VaultError(
        'INDEX_UNAVAILABLE',
        'The index is damaged and is being made anew.',
        { hint: 'Repeat the call in a few seconds. Notes can be read and written by id meanwhile.' },
        { cause: error },
      )
    }
  }

  /** A query has met damage; the connection that writes may still hold sound pages in memory and see none. */
  #mend(): void {
    if (this.#sync === null) return
    this.#mending ??= this.#sync
      .rebuild('damaged')
      .catch(() => undefined)
      .then(() => {
        this.#mending = null
      })
  }

  /** Ends the watcher, the thread and the connections; a write in progress is finished first. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#leaseTimer !== null) clearTimeout(this.#leaseTimer)
    if (this.#reconcileTimer !== null) clearInterval(this.#reconcileTimer)
    await this.#watcher?.close()
    const held = await this.#coordination.acquire('write', { waitMs: writeLockWaitMs }).catch(() => null)
    held?.release()
    await this.#sync?.close()
    this.#index?.close()
    this.#lease?.release()
    this.#coordination.close()
    this.#history.close()
  }

  /** Another process scans: how far it is shows only in whether the index is filled. */
  #progressElsewhere({ state, ...counts }: SyncProgress): SyncProgress {
    return {
      ...counts,
      state: this.#index?.isFilled() === false ? 'scanning' : state === 'doubtful' ? state : 'ready',
    }
  }

  async #locked<Result>(work: (lock: WriteLock) => Promise<Result>): Promise<Result> {
    const held = await this.#coordination.acquire('write', { waitMs: writeLockWaitMs })
    try {
      await this.#recover()
      return await work(held)
    } finally {
      held.release()
    }
  }

  /** Before anything else: the process that wrote last may have died over it. */
  async #recover(): Promise<void> {
    const paths = await recoverChanges({ files: this.files, history: this.#history, log: this.#log })
    if (paths.length > 0) await this.#follow(paths)
  }

  /** Where a living process is just writing, nothing is to be done. */
  async #recoverAtStart(): Promise<void> {
    if (this.#history.begun().length === 0) return
    try {
      await this.#locked(() => Promise.resolve())
    } catch (error) {
      this.#log.warn('a change that may have been cut off is looked at later', {
        cause: error instanceof Error ? error.message : String(error),
      })
    }
  }

  /** After a write: the files are safe, so that an index that cannot follow is a matter for the log. */
  async #follow(paths: readonly string[]): Promise<void> {
    try {
      await this.#sync?.syncPaths(paths, { isTrusted: true })
    } catch (error) {
      this.#log.warn('a write is not indexed yet', {
        cause: error instanceof Error ? error.message : String(error),
      })
    }
  }

  /** Becomes the process that watches and indexes, or tries again later. */
  async #lead(): Promise<void> {
    if (this.#isClosed) return
    const lease = this.#coordination.tryAcquire('indexer')
    this.#lease = lease
    if (lease === null) {
      this.#leaseTimer = setTimeout(() => void this.#lead(), leaseRetryMs).unref()
      return
    }
    lease.onLost(() => {
      this.#lease = null
      void this.#watcher?.close()
      this.#watcher = null
      void this.#lead()
    })
    // The watcher comes first: what changes during the scan is then seen by one or the other.
    const watcher = await this.#watch()
    if (!this.#leadsWith(lease)) return await watcher?.close()
    this.#watcher = watcher
    this.#firstScan = this.#scanQuietly()
    const { reconcile_interval: seconds } = this.config.index
    if (seconds > 0) {
      this.#reconcileTimer ??= setInterval(() => void this.#scanQuietly(), seconds * 1_000).unref()
    }
  }

  #leadsWith(lease: Held): boolean {
    return this.#lease === lease && !this.#isClosed
  }

  async #watch(): Promise<FolderWatcher | null> {
    try {
      return await watchFolder({
        root: this.root,
        ignore: createIgnoreRules(this.#ignore, this.#nested),
        poll: this.config.index.poll,
        log: this.#log,
        onPaths: (paths) => {
          this.#sync?.syncPaths(paths, { isTrusted: false }).catch(() => undefined)
        },
        onOverflow: () => void this.#scanQuietly(),
      })
    } catch (error) {
      this.#log.warn('the folder cannot be watched', {
        cause: error instanceof Error ? error.message : String(error),
      })
      return null
    }
  }

  async #scanQuietly(): Promise<void> {
    if (this.#lease === null || this.#isClosed) return
    // What went wrong is kept by the sync and shown as freshness.
    await this.#sync?.scan().catch(() => undefined)
  }
}

function freshnessMessage(state: Freshness['state'], done: number, total: number): string | null {
  switch (state) {
    case 'ready':
      return null
    case 'scanning':
      return 'The vault is being looked through: notes that changed while flint was not running may be missing.'
    case 'indexing':
      return `${done} of ${total} changed notes are indexed so far: the others may be missing.`
    case 'doubtful':
      return 'Many notes are missing on disk at once: they are kept in the index until a second look agrees.'
    case 'unavailable':
      return 'The index cannot follow the disk.'
  }
}

function noIndex(): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'This vault is kept without an index: search.index_enabled is false.',
    {
      hint: 'Notes can be read and written by id. For search and lists set search.index_enabled to true in .flint-note/config.yml.',
    },
  )
}
