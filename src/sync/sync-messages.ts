import type { VectorBatch } from '../index-db/vector-writer.ts'

/** What the sync thread is told when it starts. */
export interface SyncOptions {
  readonly root: string
  readonly indexFile: string
  readonly ignore: readonly string[]
  /** Vault-relative folders that are vaults of their own. */
  readonly nestedVaults: readonly string[]
  readonly nameBeforeTitle: boolean
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
  /** Forget everything and read the vault anew. */
  | { readonly kind: 'rebuild'; readonly id: number; readonly scope: RebuildScope }
  /** Nobody waits for this rebuilding any more: what is read by now is kept, the rest stays as it was. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Cut some of the notes that wait for it into chunks: `read` says how many. */
  | { readonly kind: 'cut'; readonly id: number }
  /** Keep these vectors. */
  | { readonly kind: 'vectors'; readonly id: number; readonly batch: VectorBatch }
  /** Sweep out vectors that no note needs; `complete` is a model that has them all by now. */
  | { readonly kind: 'settle-vectors'; readonly id: number; readonly complete: string | null }
  /** Forget the vectors of a model, or of all: they are embedded anew. */
  | { readonly kind: 'forget-vectors'; readonly id: number; readonly model: string | null }
  | { readonly kind: 'close' }

/** `links`: what each link means; `all`: every note is read again; `damaged`: the same into a new file. */
export type RebuildScope = 'all' | 'links' | 'damaged'

export type SyncReply =
  | { readonly kind: 'open'; readonly putAside: 'damaged' | 'newer' | null; readonly isFilled: boolean }
  | { readonly kind: 'done'; readonly id: number; readonly result: SyncResult }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: SyncFailure; readonly message: string }
  | { readonly kind: 'progress'; readonly progress: SyncProgress }
  /** The index changed: these notes are new, different or gone. */
  | { readonly kind: 'changed'; readonly paths: readonly string[] }

export interface SyncResult {
  readonly read: number
  readonly removed: number
}

export type SyncFailure = 'vault' | 'index'

/** What the thread is at. `doubtful`: so many notes are gone that a second look is awaited before they are dropped. */
export interface SyncProgress {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready'
  readonly done: number
  readonly total: number
}

/** The options as they arrive in the thread. */
export function readOptions(value: unknown): SyncOptions {
  if (isSyncOptions(value)) return value
  throw new TypeError('The sync thread was started without its options.')
}

function isSyncOptions(value: unknown): value is SyncOptions {
  return typeof value === 'object' && value !== null && 'root' in value && 'indexFile' in value
}
