import type { History } from '../changes/history.ts'
import { SqliteHistory } from '../changes/sqlite-history.ts'
import type { VectorCache } from '../embed/vector-cache.ts'
import type { Log } from '../model/log.ts'
import type { SharedFolder } from './folder-mark.ts'

/** Where a vault keeps what is neither in its files nor made of them again. */
export interface VaultStores {
  /** Not open yet. `folder` is the vault's own in flint's data folder; `wasThere` tells that it had a history before. */
  readonly openHistory: (folder: string, log: Log, wasThere: boolean) => History
  /** Null where the index is all that keeps vectors. */
  readonly vectors: VectorCache | null
  /** Null where whoever has the vault's lock may write. */
  readonly right: VaultRight | null
  /** What servers that share the vault know of its folder; null where there are no others. */
  readonly folder: SharedFolder | null
}

/** The right of this server, of several, to write to a vault. */
export interface VaultRight {
  /** Aborted once it is known to be gone. */
  readonly lost: AbortSignal
  /** Rejects where it is gone, known or not: the last look before files are put in place. */
  readonly check: () => Promise<void>
}

/** Those of a server on its own: files in its data folder. */
export const ownStores: VaultStores = {
  openHistory: (folder, log, wasThere) => new SqliteHistory(folder, log, wasThere),
  vectors: null,
  right: null,
  folder: null,
}
