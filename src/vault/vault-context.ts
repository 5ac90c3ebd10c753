import type { Coordination } from '../index-db/coordination.ts'
import { IndexReader } from '../index-db/index-reader.ts'
import { isCorruption } from '../index-db/open-index.ts'
import type { VaultId } from '../model/ids.ts'
import type { Log } from '../model/log.ts'
import type { VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { ChangeLog } from './change-log.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlRequest, SqlRows } from '../search/sql/sql-messages.ts'
import type { SqlRunner } from '../search/sql/sql-runner.ts'
import { VectorReader } from '../search/vector-reader.ts'
import { VectorSearch, type OpenEmbedder } from '../search/vector-search.ts'
import { EmbeddingWork } from './embedding-work.ts'
import type { History } from './history.ts'
import type { IndexKeeper } from './index-keeper.ts'
import { NoteFinder } from './note-finder.ts'
import { NoteManager } from './note-manager.ts'
import { NoteTypes } from './note-types.ts'
import { NoteWriter } from './note-writer.ts'
import { recoverChanges } from './recover-changes.ts'
import { startVault, type StartedVault, type VaultOptions } from './start-vault.ts'
import type { RebuildScope, SyncProgress } from './sync-messages.ts'
import { Turns } from './turns.ts'
import { VaultFiles } from './vault-files.ts'
import { writeBackup } from './write-backup.ts'
import type { WriteDoor, WriteLock } from './write-changes.ts'

/** How far the index is behind the disk, in words for the caller. */
export interface Freshness {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready' | 'unavailable'
  readonly message: string | null
  readonly done: number
  readonly total: number
}

const writeLockWaitMs = 10_000

/** One open vault: its files, notes, types, history, index and watcher, and nothing of any other vault. */
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
  /** Search by meaning, and the work of making it possible; null where there is no index or nothing to embed with. */
  readonly vectors: VectorSearch | null
  readonly embedding: EmbeddingWork | null
  readonly #log: Log
  /** Null where the vault's settings say that it has no index. */
  readonly #keeper: IndexKeeper | null
  readonly #indexFile: string
  readonly #history: History
  readonly #coordination: Coordination
  readonly #turns = new Turns()
  readonly #backups: string
  readonly #listeners = new Set<(paths: readonly string[]) => void>()
  #index: IndexReader | null = null
  #mending: Promise<void> | null = null
  #sql: Promise<SqlRunner> | null = null
  #isClosed = false
  #cutOffTimer: NodeJS.Timeout | null = null

  /**
   * Opens a vault whose folder is there; VAULT_UNAVAILABLE otherwise. Indexing goes on behind it. `started` is what
   * `startVault` made of the same options, for whoever called it before loading this module.
   */
  static async open(options: VaultOptions, started?: StartedVault): Promise<VaultContext> {
    const context = new VaultContext(options, started ?? (await startVault(options)))
    try {
      await context.#keeper?.started
      await context.#settleCutOffs()
      return context
    } catch (error) {
      await context.close()
      throw error
    }
  }

  private constructor({ known, nestedVaults, openEmbedder, log, now }: VaultOptions, started: StartedVault) {
    const { config, settings, folders } = started
    this.id = known.id
    this.name = known.name
    this.description = known.description
    this.root = started.root
    this.config = config
    this.settings = settings
    this.settingsProblems = started.problems
    this.nestedVaults = nestedVaults
    this.#log = log
    this.#indexFile = started.indexFile
    this.#history = started.history
    this.#coordination = started.coordination
    this.#keeper = started.keeper
    this.files = new VaultFiles(this.root)
    this.finder = new NoteFinder(
      this.files,
      () => {
        this.embedding?.noteCall()
        return this.#index
      },
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
    })
    this.#backups = folders.backups
    this.vectors = this.#openVectors(openEmbedder)
    this.embedding = this.#startEmbedding()
    this.#keeper?.follow({
      onOpen: () => {
        this.#index?.close()
        this.#index = new IndexReader(this.#indexFile)
      },
      onChanged: (paths) => {
        this.embedding?.noteChange()
        for (const listener of this.#listeners) listener(paths)
      },
    })
  }

  #openVectors(openEmbedder: OpenEmbedder | undefined): VectorSearch | null {
    const sync = this.#keeper?.sync
    if (sync === undefined || openEmbedder === undefined) return null
    return new VectorSearch(new VectorReader(this.#indexFile), openEmbedder, (model) =>
      sync.forgetVectors(model),
    )
  }

  #startEmbedding(): EmbeddingWork | null {
    if (this.vectors === null || this.#keeper === null) return null
    return new EmbeddingWork({
      search: this.vectors,
      sync: this.#keeper.sync,
      tryLead: () => this.#coordination.tryAcquire('embedder'),
      isIndexed: () => this.freshness.state === 'ready',
      log: this.#log,
    })
  }

  /** For queries. INDEX_UNAVAILABLE when it cannot be opened; notes can still be read and written by path. */
  get index(): IndexReader {
    if (this.#index !== null) return this.#index
    if (this.#keeper === null) throw noIndex()
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
    return this.#keeper?.holdsLease === true ? this.#keeper.watching : 'another process'
  }

  get freshness(): Freshness {
    if (this.#keeper === null) return { state: 'unavailable', done: 0, total: 0, message: noIndex().message }
    const { progress, problem } = this.#keeper.sync
    const { state, done, total } = this.#keeper.holdsLease ? progress : this.#progressElsewhere(progress)
    if (problem !== null || this.#index === null) {
      const message = `The index is behind: ${problem ?? 'it cannot be opened'}`
      return { state: 'unavailable', done, total, message }
    }
    return { state, done, total, message: freshnessMessage(state, done, total) }
  }

  /** True when nothing keeps the index in step any more: the vault has to be opened anew. */
  get isBroken(): boolean {
    return this.#keeper?.sync.isBroken === true
  }

  /** Keeps a copy of a note that is about to be removed for good, where the vault's settings want one. */
  async backUp(path: string, text: string): Promise<void> {
    if (this.config.deletion.create_backups) await writeBackup(this.#backups, path, text, this.writer.now())
  }

  /** Waits until the index agrees with the disk, but never longer than this: then answers come from what there is. */
  async settled(withinMs?: number): Promise<void> {
    await this.#keeper?.settled(withinMs)
  }

  /** Looks at every file below a folder, so that the next query agrees with the disk. */
  async refresh(folder: string): Promise<void> {
    if (this.#keeper === null) throw noIndex()
    await this.#keeper.sync.scan(folder)
  }

  /** Reads every note again, or only resolves all links again; resolves when the index is new. */
  async rebuildIndex(
    scope: RebuildScope,
    onProgress?: (done: number, total: number) => void,
  ): Promise<{ readonly read: number }> {
    if (this.#keeper === null) throw noIndex()
    return await this.#keeper.sync.rebuild(scope, onProgress)
  }

  /** Has every passage embedded anew, in the background. */
  async forgetVectors(): Promise<void> {
    if (this.#keeper === null) throw noIndex()
    await this.#keeper.sync.forgetVectors(null)
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
    this.embedding?.noteCall()
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

  /** Runs a person's SELECT in a process of its own. QUERY_REJECTED or QUERY_TIMEOUT says why there are no rows. */
  async runSql(request: Omit<SqlRequest, 'indexFile'>, limits: SqlLimits): Promise<SqlRows> {
    // Fails where there is no index to ask.
    await this.query(() => Promise.resolve())
    this.#sql ??= import('../search/sql/sql-runner.ts').then(({ SqlRunner }) => new SqlRunner())
    return await (await this.#sql).run({ ...request, indexFile: this.#indexFile }, limits)
  }

  /** A query has met damage; the connection that writes may still hold sound pages in memory and see none. */
  #mend(): void {
    if (this.#keeper === null) return
    this.#mending ??= this.#keeper.sync
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
    if (this.#cutOffTimer !== null) clearTimeout(this.#cutOffTimer)
    await this.embedding?.close()
    await this.vectors?.close()
    await this.#keeper?.stopWatching()
    const acquire = () => this.#coordination.acquire('write', { waitMs: writeLockWaitMs })
    const held = await this.#turns.take(acquire).catch(() => null)
    held?.release()
    await (await this.#sql)?.close()
    await this.#keeper?.close()
    this.#index?.close()
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
    return await this.#turns.take(async () => {
      const held = await this.#coordination.acquire('write', { waitMs: writeLockWaitMs })
      try {
        await this.#recover()
        return await work(held)
      } finally {
        held.release()
      }
    })
  }

  /** Before anything else: the process that wrote last may have died over it. */
  async #recover(): Promise<void> {
    const paths = await recoverChanges({ files: this.files, history: this.#history, log: this.#log })
    if (paths.length > 0) await this.#follow(paths)
  }

  /**
   * A process that died over a change must not leave it half done until the next write. What cannot be settled now, in a
   * folder that may not be written to, is tried again after a while.
   */
  async #settleCutOffs(): Promise<void> {
    await this.#settleCutOff()
    if (this.#isClosed) return
    const pause = this.#history.isCutOff() ? 30_000 : 1_000
    this.#cutOffTimer = setTimeout(() => void this.#settleCutOffs(), pause).unref()
  }

  /** Whoever takes the write lock settles it first; a living process that is just writing is waited for. */
  async #settleCutOff(): Promise<void> {
    if (this.#isClosed || !this.#history.isCutOff()) return
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
      await this.#keeper?.sync.syncPaths(paths, { isTrusted: true })
    } catch (error) {
      this.#log.warn('a write is not indexed yet', {
        cause: error instanceof Error ? error.message : String(error),
      })
    }
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
