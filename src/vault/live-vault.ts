import { join } from 'node:path'
import type { Coordination } from '../locks/coordination.ts'
import { IndexReader, type AskIndex } from '../index-db/index-reader.ts'
import { isFaultOfIndex } from '../index-db/open-index.ts'
import { runAgain } from '../index-db/run-again.ts'
import type { Said } from '../model/advice.ts'
import type { VaultId } from '../model/ids.ts'
import type { Log } from '../model/log.ts'
import { atMost } from '../model/at-most.ts'
import { isInside } from '../model/note-path.ts'
import type { PermissionSource, SaidPermissions, VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import type { ChangeLog } from '../changes/change-log.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlRequest, SqlRows } from '../search/sql/sql-messages.ts'
import type { SqlRunner } from '../search/sql/sql-runner.ts'
import { VectorReader } from '../search/vector-reader.ts'
import { VectorSearch } from '../search/vector-search.ts'
import { EmbeddingWork } from './embedding-work.ts'
import type { History } from '../changes/history.ts'
import type { ConfigInForce } from '../settings/config-in-force.ts'
import type { IndexKeeper } from '../sync/index-keeper.ts'
import type { FolderGuard } from './folder-guard.ts'
import {
  freshnessMessage,
  joined,
  longNoteMessage,
  writtenMessage,
  type Freshness,
} from './index-freshness.ts'
import { pickKnownNotes } from './judge-folder.ts'
import { NarrowReaders } from './narrow-readers.ts'
import { NoteFinder } from './note-finder.ts'
import type { NoteManager } from './note-manager.ts'
import type { NoteTypes } from './note-types.ts'
import type { NoteWriter } from './note-writer.ts'
import { rawFolder } from './raw-path.ts'
import { RawFolder, readFailedIngests, type FailedIngest, type IngestFile } from './raw-folder.ts'
import { StrayTexts } from './stray-texts.ts'
import { startVault, type StartedVault, type VaultOptions } from './start-vault.ts'
import type { RebuildOptions, Sync } from '../sync/sync.ts'
import type { RebuildScope, SyncProgress, SyncResult } from '../sync/sync-messages.ts'
import { otherVaults } from '../files/other-vaults.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { VaultContext, ViewOptions } from './vault-context.ts'
import { openParts } from './vault-parts.ts'
import { viewVault } from './vault-view.ts'
import { TextWork } from '../text-work/text-work.ts'
import { writeBackup, type BackupContent } from './write-backup.ts'
import { WriteTurns } from './write-turns.ts'
import type { WriteDoor } from '../changes/write-changes.ts'

const foreignWritesMs = 1_000
const firstScanMs = 60_000
// Of a larger change the index follows behind the answer: only whoever asks it something waits for it.
const fewPaths = 20

/** The vault itself. */
export class LiveVault implements VaultContext {
  readonly id: VaultId
  readonly name: string
  readonly description: string
  readonly root: string
  readonly config: VaultConfig
  readonly said: SaidPermissions
  readonly permissionSources: readonly PermissionSource[]
  readonly settingsProblems: readonly string[]
  readonly settingsNotices: readonly string[]
  readonly settingsIgnored: readonly string[]
  readonly settings: VaultSettings
  readonly nestedVaults: readonly string[]
  readonly within: readonly string[] | null = null
  readonly files: VaultFiles
  readonly finder: NoteFinder
  readonly notes: NoteManager
  readonly writer: NoteWriter
  readonly types: NoteTypes
  readonly changes: ChangeLog
  readonly textWork = new TextWork()
  readonly vectors: VectorSearch | null
  readonly embedding: EmbeddingWork | null
  readonly watchesRaw: boolean
  readonly #inForce: ConfigInForce
  readonly #hasOtherZk: () => Promise<boolean>
  readonly #guard: FolderGuard
  readonly #isElsewhere: (path: string) => boolean
  readonly #log: Log
  readonly #door: WriteDoor
  /** Null where the vault's settings say that it has no index. */
  readonly #keeper: IndexKeeper | null
  readonly #indexFile: string
  readonly #history: History
  readonly #coordination: Coordination
  readonly #turns: WriteTurns
  readonly #strays: StrayTexts
  readonly #backups: string
  readonly #narrowReaders: NarrowReaders
  readonly #rawStates: string
  readonly #listeners = new Set<(paths: readonly string[]) => void>()
  #index: IndexReader | null = null
  /** Null while the index cannot be opened. */
  readonly #ask: AskIndex = async (run) => (this.#index === null ? null : await this.query(run))
  #mending: Promise<void> | null = null
  #sql: Promise<SqlRunner> | null = null
  #raw: RawFolder | null = null
  #isClosed = false
  #foreignTimer: NodeJS.Timeout | null = null
  #seenCommit: string | null = null
  /** Resolves once the index has followed the large changes of this process. */
  #behind: Promise<unknown> = Promise.resolve()
  /** Paths that this process has written and the index has not followed yet, each with how often. */
  readonly #written = new Map<string, number>()

  /** Opens a vault whose folder is there; VAULT_UNAVAILABLE otherwise. Indexing goes on behind it. */
  static async open(options: VaultOptions): Promise<LiveVault> {
    const context = new LiveVault(options, await startVault(options))
    try {
      await context.#keeper?.started
      const { max_age_days: maxAgeDays, max_size_mb: maxSizeMb } = context.config.history
      await context.#turns.open(() => {
        context.#history.prune({ maxAgeDays, maxSizeMb }, options.now())
      })
      return context
    } catch (error) {
      await context.close()
      throw error
    }
  }

  private constructor(
    { known, nestedVaults, openEmbedder, isPaused, log, now }: VaultOptions,
    started: StartedVault,
  ) {
    const { config, settings, folders } = started
    this.id = known.id
    this.name = known.name
    this.description = known.description
    this.root = started.root
    this.config = config
    this.said = started.said
    this.permissionSources = started.permissionSources
    this.settings = settings
    this.settingsProblems = started.problems
    this.settingsNotices = started.notices
    this.settingsIgnored = started.ignored
    this.nestedVaults = nestedVaults
    this.#inForce = started.inForce
    this.#hasOtherZk = started.hasOtherZk
    this.#log = log
    this.#indexFile = started.indexFile
    this.#narrowReaders = new NarrowReaders(started.indexFile)
    this.#history = started.history
    this.#coordination = started.coordination
    this.#keeper = started.keeper
    this.#guard = started.guard
    this.#isElsewhere = otherVaults(this.root, nestedVaults)
    this.files = new VaultFiles(this.root, (path) => {
      this.#checkOwn(path)
    })
    this.finder = new NoteFinder({
      files: this.files,
      ask: this.#ask,
      settled: () => this.settled(),
      freshness: () => this.freshness,
      findOnDisk: async (name) => await (await import('./find-on-disk.ts')).findOnDisk(this, name),
    })
    const writing = {
      files: this.files,
      history: started.history,
      index: (paths: readonly string[]) => this.#followWritten(paths),
      log,
    }
    this.#turns = new WriteTurns({ ...writing, coordination: started.coordination })
    this.#door = {
      ...writing,
      now,
      locked: (work) =>
        this.#turns.locked(async (lock) => await work(lock).finally(() => this.#strays.follow(lock))),
    }
    this.#strays = new StrayTexts(this.#door)
    const parts = openParts(this.#door, {
      finder: this.finder,
      config,
      settings,
      ask: this.#ask,
      settled: () => this.settled(),
      textWork: this.textWork,
    })
    this.types = parts.types
    this.writer = parts.writer
    this.changes = parts.changes
    this.notes = parts.notes
    this.#backups = folders.backups
    this.watchesRaw = started.watchesRaw
    this.#rawStates = join(folders.state, 'raw.json')
    this.vectors = this.#openVectors(openEmbedder)
    this.embedding = this.#startEmbedding(isPaused ?? (() => Promise.resolve(false)))
    this.#keeper?.follow({
      onOpen: () => {
        this.#index?.close()
        this.#index = this.#openReader()
      },
      onChanged: (paths) => {
        this.embedding?.noteChange()
        for (const listener of this.#listeners) listener(paths)
      },
      onSeen: (paths) => {
        if (paths === null || paths.some((path) => isInside(path, rawFolder))) this.#raw?.look()
      },
    })
  }

  #openVectors(openEmbedder: VaultOptions['openEmbedder']): VectorSearch | null {
    const sync = this.#keeper?.sync
    if (sync === undefined || openEmbedder === undefined) return null
    return new VectorSearch(
      new VectorReader(this.#indexFile),
      (model) => openEmbedder(model, this.config),
      (model) => sync.forgetVectors(model),
    )
  }

  #startEmbedding(isPaused: () => Promise<boolean>): EmbeddingWork | null {
    if (this.vectors === null || this.#keeper === null) return null
    return new EmbeddingWork({
      search: this.vectors,
      sync: this.#keeper.sync,
      tryLead: () => this.#coordination.tryAcquire('embedder'),
      isIndexed: () => this.freshness.state === 'ready',
      isPaused,
      log: this.#log,
    })
  }

  /** Null where the file vanished or broke since the thread opened it: then that one makes it anew. */
  #openReader(): IndexReader | null {
    try {
      return new IndexReader(this.#indexFile)
    } catch (error) {
      this.#log.warn('the index cannot be read', {
        cause: error instanceof Error ? error.message : String(error),
      })
      this.#mend()
      return null
    }
  }

  #openIndex(): IndexReader {
    if (this.#index !== null) return this.#index
    if (this.#keeper === null) throw noIndex()
    const { problem } = this.#keeper.sync
    const cure = problem?.cure ?? ({ kind: 'retry-or-reindex' } as const)
    throw new VaultError(
      'INDEX_UNAVAILABLE',
      problem === null
        ? 'The index of this vault is not open.'
        : `The index cannot be opened. ${problem.message}`,
      { hint: ['Notes can still be read and written by id.', cure] },
    )
  }

  get hasIndex(): boolean {
    return this.#index !== null
  }

  get indexFile(): string {
    return this.#indexFile
  }

  get watching(): 'native' | 'polling' | 'none' | 'another process' {
    return this.#keeper?.holdsLease === true ? this.#keeper.watching : 'another process'
  }

  get freshness(): Freshness {
    if (this.#keeper === null) return behind(noIndex().message, noIndex().facts.hint ?? null)
    const { progress, problem } = this.#keeper.sync
    if (problem !== null || this.#index === null)
      return behind(
        `The index is behind: ${problem?.message ?? 'it cannot be opened'}`,
        problem?.cure ?? null,
      )
    const now = this.#keeper.holdsLease || progress.isAgain ? progress : this.#progressElsewhere(progress)
    const { state, done, total, isAgain } = now
    const written = [...this.#written.keys()]
    const counts = { done, total, cure: null, written }
    const isAtLongNote = this.#keeper.sync.isAtLongNote || written.length > 0
    if (isAtLongNote && (state === 'ready' || state === 'indexing')) {
      const message = writtenMessage(written) ?? longNoteMessage
      return { ...counts, state: 'indexing', message, isWhole: false }
    }
    const message = joined(writtenMessage(written), freshnessMessage(now, now))
    return { ...counts, state, message, isWhole: state === 'ready' || isAgain }
  }

  get isBroken(): boolean {
    return this.#keeper?.sync.isBroken === true
  }

  get settingsFault(): string | null {
    return this.#inForce.fault
  }

  async hasNewSettings(): Promise<boolean> {
    const before = this.settingsFault
    const isOutdated = (await this.#inForce.isOutdated()) || (await this.#hasOtherZk())
    // What waited for them is taken up again.
    if (before !== null && this.settingsFault === null) this.#raw?.look()
    return isOutdated
  }

  get isInItsFolder(): boolean {
    return this.#guard.isSame
  }

  async hasNewFolder(): Promise<boolean> {
    const state = await this.#guard.look(async () => {
      await this.#behind
      return this.#knownNotes()
    })
    if (state === 'back') this.#keeper?.look()
    return state === 'another'
  }

  /** Null where the index does not know them. */
  #knownNotes(): readonly string[] | null {
    try {
      return this.#index === null ? null : pickKnownNotes(this.#index.db)
    } catch {
      return null
    }
  }

  async backUp(path: string, content: BackupContent): Promise<void> {
    if (this.config.deletion.create_backups)
      await writeBackup(this.#backups, path, content, this.writer.now())
  }

  async settled(withinMs?: number): Promise<void> {
    await this.#behind
    await this.#keeper?.settled(withinMs)
  }

  async refresh(folder: string): Promise<void> {
    if (this.#keeper === null) throw noIndex()
    await this.#keeper.sync.scan(folder)
  }

  async refreshSoon(folder: string, withinMs: number): Promise<void> {
    if (this.#keeper === null) throw noIndex()
    const { sync } = this.#keeper
    await sync.unlessLong(atMost(withinMs, sync.scan(folder)))
  }

  async rebuildIndex(scope: RebuildScope, options: RebuildOptions = {}): Promise<SyncResult> {
    if (this.#keeper === null) throw noIndex()
    const identity = scope === 'all' ? this.#guard.accept() : null
    return await this.#keeper.sync.rebuild(scope, { ...options, identity })
  }

  view(options: ViewOptions): VaultContext {
    const insides = {
      door: this.#door,
      readers: this.#narrowReaders,
      ask: this.#ask,
      checkOwn: (path: string) => {
        this.#checkOwn(path)
      },
    }
    return viewVault(this, insides, options)
  }

  watchRaw(ingest: IngestFile): void {
    const keeper = this.#keeper
    if (!this.watchesRaw || keeper === null || this.config.permissions.write !== 'allow') return
    const raw = new RawFolder({
      root: this.root,
      stateFile: this.#rawStates,
      ingest: async (path, signal) => {
        if ((await this.hasNewSettings()) || this.settingsFault !== null) throw changedSettings()
        return await ingest(path, signal)
      },
      leads: () => keeper.holdsLease && this.isInItsFolder,
      log: this.#log,
    })
    this.#raw = raw
    void keeper.settled(firstScanMs).then(() => {
      raw.look()
    })
  }

  takeNotices(mayTell?: (path: string) => boolean): readonly string[] {
    const strays = this.#strays.takeNotices(mayTell ?? (() => true))
    return mayTell === undefined ? [...strays, ...(this.#raw?.takeNotices() ?? [])] : strays
  }

  async failedIngests(): Promise<readonly FailedIngest[]> {
    return await readFailedIngests(this.#rawStates)
  }

  onChanged(listener: (paths: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    if (this.#foreignTimer === null) {
      this.#seenCommit = this.#index?.lastCommit() ?? null
      this.#foreignTimer = setInterval(() => {
        this.#noticeForeignWrites()
      }, foreignWritesMs).unref()
    }
    return () => {
      this.#listeners.delete(listener)
    }
  }

  async query<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result> {
    await this.#behind
    return await this.#query(run)
  }

  async #query<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result> {
    const index = this.#openIndex()
    this.embedding?.noteCall()
    try {
      return await runAgain(() => run(index))
    } catch (error) {
      // Replaced while it was asked: its successor answers, once it knows as much.
      if (index !== this.#index && this.#index?.isFilled() !== false) return await this.#query(run)
      if (index !== this.#index) throw madeAnew(error)
      if (this.#isClosed) throw closedIndex(error)
      if (!isFaultOfIndex(error, index.db)) throw error
      this.#mend()
      throw madeAnew(error)
    }
  }

  async queryWhole<Result>(run: (index: IndexReader) => Promise<Result>): Promise<Result> {
    return await this.query(run)
  }

  readonly checkFolder = () => undefined
  readonly checkPaths = () => undefined

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

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#strays.close()
    await this.#behind
    this.#turns.stop()
    if (this.#foreignTimer !== null) clearInterval(this.#foreignTimer)
    await this.#raw?.close()
    await this.embedding?.close()
    await this.vectors?.close()
    await this.#keeper?.stopWatching()
    await this.#turns.finished()
    await this.textWork.close()
    await (await this.#sql)?.close()
    await this.#keeper?.close()
    this.#narrowReaders.close()
    this.#index?.close()
    this.#coordination.close()
    this.#history.close()
  }

  /** OUTSIDE_VAULT for what lies in another vault's folder, VAULT_UNAVAILABLE while this one's own is away. */
  #checkOwn(path: string): void {
    this.#guard.expectSame()
    if (!this.#isElsewhere(path)) return
    throw new VaultError(
      'OUTSIDE_VAULT',
      `${path} belongs to another vault, whose folder lies in this one.`,
      {
        path,
        hint: { kind: 'name-other-vault' },
      },
    )
  }

  /** Only the process that indexes a change hears of it; the others see that something was committed. */
  #noticeForeignWrites(): void {
    const commit = this.#index?.lastCommit() ?? null
    if (commit === this.#seenCommit) return
    this.#seenCommit = commit
    for (const listener of this.#listeners) listener([])
  }

  /** Another process scans: how far it is shows only in whether the index is filled. */
  #progressElsewhere({ state, ...counts }: SyncProgress): SyncProgress {
    return {
      ...counts,
      state: this.#index?.isFilled() === false ? 'scanning' : state === 'doubtful' ? state : 'ready',
    }
  }

  /** Makes the next query see these paths. */
  async #followWritten(paths: readonly string[]): Promise<void> {
    if (this.#keeper === null) return
    const following = this.#untilLong(this.#keeper.sync, paths)
    if (paths.length <= fewPaths) await following
    else this.#behind = Promise.all([this.#behind, following])
  }

  /** Of a note that takes long the index follows behind the answer, and whoever asks it meanwhile is told so. */
  async #untilLong(sync: Sync, paths: readonly string[]): Promise<void> {
    const following = this.#follow(paths).then(() => 'followed' as const)
    await sync.unlessLong(following)
    if ((await Promise.race([following, Promise.resolve('behind')])) === 'followed') return
    for (const path of paths) this.#written.set(path, (this.#written.get(path) ?? 0) + 1)
    void following.then(() => {
      for (const path of paths) {
        const left = (this.#written.get(path) ?? 1) - 1
        if (left > 0) this.#written.set(path, left)
        else this.#written.delete(path)
      }
    })
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

function behind(message: string, cure: Said | null): Freshness {
  return { state: 'unavailable', done: 0, total: 0, message, cure, isWhole: false, written: [] }
}

function madeAnew(cause: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The index is damaged and is being made anew.',
    { hint: 'Repeat the call in a few seconds. Notes can be read and written by id meanwhile.' },
    { cause },
  )
}

/** For a call that was under way while its vault was closed, as one is whose index thread has failed. */
function closedIndex(cause: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The index of this vault was closed meanwhile.',
    { hint: 'Repeat the call: the vault is opened again.' },
    { cause },
  )
}

/** For what nobody called for: it waits until the vault has been opened with the settings as they are now. */
function changedSettings(): VaultError {
  return new VaultError('VAULT_UNAVAILABLE', 'The settings of the vault have changed or cannot be read.')
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
