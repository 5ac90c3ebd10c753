import type { VaultScope } from '../changes/vault-scope.ts'
import { IndexReader } from '../index-db/index-reader.ts'
import { isFaultOfIndex } from '../index-db/open-index.ts'
import { runAgain } from '../index-db/run-again.ts'
import { atMost } from '../model/at-most.ts'
import type { Coordination } from '../locks/coordination.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlQuestion, SqlRows } from '../search/sql/sql-messages.ts'
import type { SqlRunner } from '../search/sql/sql-runner.ts'
import type { IndexKeeper } from '../sync/index-keeper.ts'
import type { RebuildOptions } from '../sync/sync.ts'
import type { RebuildScope, SyncProgress, SyncResult } from '../sync/sync-messages.ts'
import { freshnessNow, unavailable, type Freshness } from './index-freshness.ts'
import { IndexNews } from './index-news.ts'
import { pickKnownNotes } from './known-notes.ts'
import type { VaultIndex } from './vault-index.ts'
import { WrittenPaths } from './written-paths.ts'
import { messageOf } from '../model/error-code.ts'

interface LiveIndexOptions {
  readonly file: string
  readonly coordination: Pick<Coordination, 'tryAcquire' | 'isHeldElsewhere'>
  readonly keeper: IndexKeeper
  /** What runs people's SQL, where it was started ahead; null where that is taken already. */
  readonly takeSqlRunner?: (() => SqlRunner | null) | undefined
  /** Accepts the present folder as the vault's and returns its identity. */
  readonly acceptFolder: () => string
  readonly onAsked: () => void
  readonly onChanged: () => void
  /** The watcher saw these paths; null where anything may have changed. */
  readonly onSeen: (paths: readonly string[] | null) => void
  readonly log: Log
}

/** The index of an open vault: a reading connection that is reopened whenever the file is replaced. */
export class LiveIndex implements VaultIndex {
  readonly written: WrittenPaths
  readonly #options: LiveIndexOptions
  readonly #keeper: IndexKeeper
  /** A connection for each set of folders that a view is limited to, and the one of which it shows less. */
  readonly #narrow = new Map<string, { readonly whole: IndexReader; readonly reader: IndexReader }>()
  readonly #news = new IndexNews(() => this.#reader?.lastChange() ?? null)
  #reader: IndexReader | null = null
  #mending: Promise<void> | null = null
  #sql: Promise<SqlRunner> | null = null
  #isClosed = false

  constructor(options: LiveIndexOptions) {
    const { keeper, log } = options
    this.#options = options
    this.#keeper = keeper
    this.written = new WrittenPaths(keeper.sync, options.coordination, log)
    keeper.follow({
      onOpen: () => {
        this.#reader?.close()
        this.#reader = this.#isClosed ? null : this.#openReader()
      },
      onChanged: (paths) => {
        options.onChanged()
        this.#news.tell(paths)
      },
      onSeen: options.onSeen,
    })
  }

  get isThere(): boolean {
    return this.#reader !== null
  }

  get freshness(): Freshness {
    const { progress } = this.#keeper
    const { holdsLease } = this.#keeper
    const { problem, isAtLongNote, isFilling } = this.#keeper.sync
    if (problem !== null || this.#reader === null) {
      const why = `The index is behind: ${problem?.message ?? 'it cannot be opened'}`
      return unavailable(why, problem?.cure ?? null)
    }
    const now = holdsLease || progress.isAgain ? progress : this.#progressElsewhere(progress)
    return freshnessNow(now, {
      written: this.written.behind,
      unread: this.#reader.unread(),
      isAtLongNote,
      isFilling: holdsLease ? isFilling : now.state === 'scanning',
    })
  }

  async query<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result> {
    await this.written.followed()
    await this.written.followedElsewhere()
    return await this.queryAsIs(run)
  }

  async queryAsIs<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result> {
    const reader = this.#expectReader()
    this.#options.onAsked()
    try {
      return await runAgain(() => run(reader))
    } catch (error) {
      // Replaced during the query: its successor answers once it knows as much.
      if (reader !== this.#reader && this.#reader?.isFilled() !== false) return await this.queryAsIs(run)
      if (reader !== this.#reader) throw madeAnew(error)
      if (this.#isClosed) throw closedIndex(error)
      if (!isFaultOfIndex(error, reader.db)) throw error
      this.#mend()
      throw madeAnew(error)
    }
  }

  readonly queryWhole: VaultIndex['query'] = async (run) => await this.query(run)

  async runSql(request: SqlQuestion, limits: SqlLimits): Promise<SqlRows> {
    // As the caller was told just now: the file may be replaced from here on, by another process or by this one, and what was
    // told is not true of its successor.
    const mustBeFilled = this.freshness.isWhole
    // Fails where there is no index to ask.
    await this.query(() => undefined)
    this.#sql ??= this.#startSql()
    const runner = await this.#sql
    return await runner.run({ ...request, indexFile: this.#options.file, mustBeFilled }, limits)
  }

  async #startSql(): Promise<SqlRunner> {
    const { SqlRunner } = await import('../search/sql/sql-runner.ts')
    return this.#options.takeSqlRunner?.() ?? new SqlRunner()
  }

  async settled(withinMs?: number): Promise<void> {
    await this.written.followed()
    await this.#keeper.settled(withinMs)
  }

  async refresh(folder: string): Promise<void> {
    await this.#keeper.sync.scan(folder)
  }

  async refreshSoon(folder: string, withinMs: number): Promise<void> {
    await this.#keeper.sync.unlessLong(atMost(withinMs, this.#keeper.catchUp(folder)))
  }

  onChanged(listener: (paths: readonly string[]) => void): () => void {
    return this.#news.follow(listener)
  }

  async rebuild(scope: RebuildScope, options: RebuildOptions = {}): Promise<SyncResult> {
    const identity = scope === 'all' ? this.#options.acceptFolder() : null
    return await this.#keeper.sync.rebuild(scope, { ...options, identity })
  }

  /** A connection that shows only these folders of what an open one shows. */
  narrow(whole: IndexReader, { roots }: VaultScope): IndexReader {
    const key = roots.join('\n')
    const held = this.#narrow.get(key)
    if (held?.whole === whole) return held.reader
    held?.reader.close()
    const reader = new IndexReader(this.#options.file, roots)
    this.#narrow.set(key, { whole, reader })
    return reader
  }

  /** Some of the notes it knows, at most so many; null where it does not know them all. */
  async knownNotes(most?: number): Promise<readonly string[] | null> {
    await this.written.followed()
    try {
      return this.#reader === null ? null : pickKnownNotes(this.#reader.db, most)
    } catch {
      return null
    }
  }

  /** Waits for what is being followed; later changes are not reported. */
  async stop(): Promise<void> {
    this.#isClosed = true
    await this.written.followed()
    this.#news.close()
  }

  async close(): Promise<void> {
    await (await this.#sql)?.close()
    for (const { reader } of this.#narrow.values()) reader.close()
    this.#reader?.close()
    this.#reader = null
    // Last, as SQLite puts its log away when a connection that writes is the last to close.
    await this.#keeper.close()
  }

  /** Null where the file vanished or broke since the thread opened it: the thread replaces it. */
  #openReader(): IndexReader | null {
    try {
      return new IndexReader(this.#options.file)
    } catch (error) {
      this.#options.log.warn('the index cannot be read', { cause: messageOf(error) })
      this.#mend()
      return null
    }
  }

  #expectReader(): IndexReader {
    if (this.#reader !== null) return this.#reader
    const { problem } = this.#keeper.sync
    const cure = problem?.cure ?? ({ kind: 'retry-or-reindex' } as const)
    throw new VaultError(
      'INDEX_UNAVAILABLE',
      problem === null
        ? 'The index of this vault is not open.'
        : `The index cannot be opened. ${problem.message}`,
      { hint: [`Notes can still be read${problem?.cure == null ? ' and written' : ''} by id.`, cure] },
    )
  }

  /** A query has met damage, which the writing connection may not see, as its cache still holds sound pages. */
  #mend(): void {
    this.#mending ??= this.#keeper.sync
      .rebuild('damaged')
      .catch(() => undefined)
      .then(() => {
        this.#mending = null
      })
  }

  /** Another process scans: its progress shows only in whether the index is filled. */
  #progressElsewhere({ state, ...counts }: SyncProgress): SyncProgress {
    return {
      ...counts,
      state: this.#reader?.isFilled() === false ? 'scanning' : state === 'doubtful' ? state : 'ready',
    }
  }
}

function madeAnew(cause: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The index is damaged and is being made anew.',
    { hint: 'Repeat the call in a few seconds. Notes can be read and written by id meanwhile.' },
    { cause },
  )
}

/** For a call in progress while its vault was closed, for example after its index thread failed. */
function closedIndex(cause: unknown): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'The index of this vault was closed meanwhile.',
    { hint: 'Repeat the call: the vault is opened again.' },
    { cause },
  )
}
