import type { AskIndex, IndexReader } from '../index-db/index-reader.ts'
import { VaultError } from '../model/vault-error.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlRequest, SqlRows } from '../search/sql/sql-messages.ts'
import type { RebuildOptions } from '../sync/sync.ts'
import type { RebuildScope, SyncResult } from '../sync/sync-messages.ts'
import { unavailable, type Freshness } from './index-freshness.ts'

/** The index of a vault as it is asked. */
export interface VaultIndex {
  /** False when it cannot be opened: `query` is INDEX_UNAVAILABLE then, but notes can be read and written by path. */
  readonly isThere: boolean
  readonly freshness: Freshness
  /**
   * Runs a query, which sees every change that this process has answered. A damaged index is replaced and the caller told
   * to come back.
   */
  query<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result>
  /** Runs a query over the whole vault where a view shows less of it: for planning alone, nothing of it may be shown. */
  queryWhole<Result>(run: (index: IndexReader) => Result | Promise<Result>): Promise<Result>
  /** Runs a person's SELECT in a process of its own. QUERY_REJECTED or QUERY_TIMEOUT says why there are no rows. */
  runSql(request: Omit<SqlRequest, 'indexFile'>, limits: SqlLimits): Promise<SqlRows>
  /** Waits until the index agrees with the disk, but never longer than this: then answers come from what there is. */
  settled(withinMs?: number): Promise<void>
  /** Looks at every file below a folder, so that the next query agrees with the disk. */
  refresh(folder: string): Promise<void>
  /** Looks below a folder, but waits no longer than this, nor for a note that takes long to read. */
  refreshSoon(folder: string, withinMs: number): Promise<void>
  /**
   * Calls back with the paths of notes whose index changed; with none when something else did, or another process
   * wrote to the index. The result ends it.
   */
  onChanged(listener: (paths: readonly string[]) => void): () => void
  /**
   * Makes the index, or a part of it, again: what it has answers until then. Resolves when it is new, or the signal ended
   * it; vectors are made again behind that. With `all` the folder that lies there now is accepted as the vault's.
   * OutsideScope in a view of some folders.
   */
  rebuild(scope: RebuildScope, options?: RebuildOptions): Promise<SyncResult>
}

/** Asks an index, which answers null while it cannot be opened. */
export function askOf(index: VaultIndex): AskIndex {
  return async (run) => (index.isThere ? await index.query(run) : null)
}

/** Stands for the index of a vault whose settings say that it has none. */
export const noIndex: VaultIndex = {
  isThere: false,
  get freshness() {
    const { message, facts } = keptWithout()
    return unavailable(message, facts.hint ?? null)
  },
  query: async () => Promise.reject(keptWithout()),
  queryWhole: async () => Promise.reject(keptWithout()),
  runSql: async () => Promise.reject(keptWithout()),
  settled: async () => undefined,
  refresh: async () => Promise.reject(keptWithout()),
  refreshSoon: async () => Promise.reject(keptWithout()),
  onChanged: () => () => undefined,
  rebuild: async () => Promise.reject(keptWithout()),
}

function keptWithout(): VaultError {
  return new VaultError(
    'INDEX_UNAVAILABLE',
    'This vault is kept without an index: search.index_enabled is false.',
    {
      hint: 'Notes can be read and written by id. For search and lists set search.index_enabled to true in .flint-note/config.yml.',
    },
  )
}
