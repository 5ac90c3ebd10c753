import type { AskIndex, IndexReader } from '../index-db/index-reader.ts'
import type { Fault } from '../model/load-fault.ts'
import { VaultError } from '../model/vault-error.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlQuestion, SqlRows } from '../search/sql/sql-messages.ts'
import type { RebuildOptions } from '../sync/sync.ts'
import type { RebuildScope, SyncResult } from '../sync/sync-messages.ts'
import { unavailable, type Freshness } from './index-freshness.ts'

/** The index of a vault for queries. */
export interface VaultIndex {
  /** False when it cannot be opened: `query` fails with INDEX_UNAVAILABLE; notes can be read and written by path. */
  readonly isThere: boolean
  readonly freshness: Freshness
  /** Runs a query, which sees every change answered before. A damaged index is replaced and the caller asked to retry. */
  query<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result>
  /** Runs a query over the whole vault where a view shows less of it: its results are for planning, not to be shown. */
  queryWhole<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result>
  /** Runs a query without waiting for what was just written: for what an answer about that write says of other notes. */
  queryAsIs<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result>
  /** Runs a person's SELECT in a process of its own. QUERY_REJECTED or QUERY_TIMEOUT where it fails. */
  runSql(request: SqlQuestion, limits: SqlLimits): Promise<SqlRows>
  /** Waits until the index agrees with the disk, or the time is over: then answers come from what there is. */
  settled(withinMs?: number): Promise<void>
  /** Looks at every file below a folder, so that the next query agrees with the disk. */
  refresh(folder: string): Promise<void>
  /**
   * Has the next query agree with everything that the watcher has reported below a folder; looks there where nothing watches.
   * Waits no longer than this, and not for a note that takes long to read.
   */
  refreshSoon(folder: string, withinMs: number): Promise<void>
  /**
   * Calls back with the paths of notes whose index changed, or without paths when something else did or another process
   * wrote to the index. Call the result to stop.
   */
  onChanged(listener: (paths: readonly string[]) => void): () => void
  /**
   * Rebuilds the index or a part of it; the old one answers meanwhile. Resolves when it is new or the signal aborts;
   * vectors are made again in the background. With `all`, the present folder is accepted as the vault's. OutsideScope
   * in a view of some folders.
   */
  rebuild(scope: RebuildScope, options?: RebuildOptions): Promise<SyncResult>
}

/** Queries an index; answers null while it cannot be opened. */
export function askOf(index: VaultIndex): AskIndex {
  return async (run) => (index.isThere ? await index.query(run) : null)
}

/** Stands in for the index of a vault whose settings turn it off, or that no place can keep because of `fault`. */
export function withoutIndex(fault: Fault | null): VaultIndex {
  const why = fault === null ? turnedOff : () => outOfReach(fault)
  const fail = async () => Promise.reject(why())
  return {
    isThere: false,
    get freshness() {
      const { message, facts } = why()
      return unavailable(message, facts.hint ?? null)
    },
    query: fail,
    queryWhole: fail,
    queryAsIs: fail,
    runSql: fail,
    settled: async () => undefined,
    refresh: fail,
    refreshSoon: fail,
    onChanged: () => () => undefined,
    rebuild: fail,
  }
}

function turnedOff(): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'This vault is kept without an index: search.index_enabled is false.',
    {
      hint: 'Notes can be read and written by id. For search and lists set search.index_enabled to true in .flint-note/config.yml.',
    },
  )
}

function outOfReach({ reason, cure }: Fault): VaultError {
  return new VaultError('INDEX_UNAVAILABLE', `The index of this vault is out of reach. ${reason}`, {
    hint: ['Notes can still be read by id.', cure],
  })
}
