import type { TagStyle } from '../model/tag-style.ts'
import type { VectorBatch } from '../index-db/vector-writer.ts'

/** What the sync thread is told when it starts. */
export interface SyncOptions {
  readonly root: string
  /** Of the folder that is the vault's: while another lies there, nothing is looked at. */
  readonly identity: string
  readonly indexFile: string
  readonly ignore: readonly string[]
  /** Globs of Markdown files that are documents and no notes. */
  readonly noNotes?: readonly string[]
  readonly tagStyle?: TagStyle
  /** Filters of Obsidian: what they name is indexed, and left out of searches. */
  readonly excluded: readonly string[]
  /** Vault-relative folders that are vaults of their own. */
  readonly nestedVaults: readonly string[]
}

export type SyncRequest =
  /** Look at these paths. `isTrusted`: flint itself removed what is gone, so that no second look is needed. */
  | {
      readonly kind: 'paths'
      readonly id: number
      readonly paths: readonly string[]
      readonly isTrusted: boolean
    }
  /** Look at everything below a folder; `''` is the whole vault. */
  | { readonly kind: 'scan'; readonly id: number; readonly folder: string }
  /**
   * Make the index, or a part of it, again: what it has answers until then. With `identity` the folder that has it is the
   * vault's from now on, and what is not there is gone.
   */
  | {
      readonly kind: 'rebuild'
      readonly id: number
      readonly scope: RebuildScope
      readonly identity: string | null
    }
  /** Nobody waits for this rebuilding any more: what is read by now is kept, the rest stays as it was. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Cut some of the notes that wait for it into chunks: `read` says how many. */
  | { readonly kind: 'cut'; readonly id: number }
  /** Keep these vectors. */
  | { readonly kind: 'vectors'; readonly id: number; readonly batch: VectorBatch }
  /** Sweep out vectors that no note needs; `complete` is a model that has them all by now. */
  | { readonly kind: 'settle-vectors'; readonly id: number; readonly complete: string | null }
  /** Forget the vectors of a model: they are embedded anew. */
  | { readonly kind: 'forget-vectors'; readonly id: number; readonly model: string }
  | { readonly kind: 'close' }

/**
 * `links`: what each link means; `all`: every note is read and cut again; `vectors`: every note is cut again and has its
 * vectors made again; `damaged`: every note is read into a new file.
 */
export type RebuildScope = 'all' | 'links' | 'vectors' | 'damaged'

export type SyncReply =
  | { readonly kind: 'open'; readonly putAside: 'damaged' | 'newer' | null; readonly isFilled: boolean }
  | { readonly kind: 'done'; readonly id: number; readonly result: SyncResult }
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly reason: SyncFailure
      readonly problem: SyncProblem
    }
  /** The index cannot be opened: the thread ends. */
  | { readonly kind: 'unopened'; readonly problem: SyncProblem }
  | { readonly kind: 'progress'; readonly progress: SyncProgress }
  /** The thread is at a note that takes long, or is done with it. */
  | { readonly kind: 'long'; readonly isUnderWay: boolean }
  /** The index changed: these notes are new, different or gone. */
  | { readonly kind: 'changed'; readonly paths: readonly string[] }

export interface SyncResult {
  readonly read: number
  readonly removed: number
  /** What notes were cut into by a rebuilding. */
  readonly chunks?: number
}

export type SyncFailure = 'vault' | 'index'

/** Why the index could not follow the disk. */
export interface SyncProblem {
  readonly message: string
  /** What mends it, where it is no matter of the index; null where the index may be made again. */
  readonly cure: string | null
}

/** What the thread is at. `doubtful`: so many notes are gone that a second look is awaited before they are dropped. */
export interface SyncProgress {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready'
  readonly done: number
  readonly total: number
  /** An index that knows every note is made again: it answers meanwhile. */
  readonly isAgain: boolean
}

export type ReportProgress = (state: SyncProgress['state'], done?: number, total?: number) => void

/** The options as they arrive in the thread. */
export function readOptions(value: unknown): SyncOptions {
  if (isSyncOptions(value)) return value
  throw new TypeError('The sync thread was started without its options.')
}

function isSyncOptions(value: unknown): value is SyncOptions {
  return typeof value === 'object' && value !== null && 'root' in value && 'indexFile' in value
}
