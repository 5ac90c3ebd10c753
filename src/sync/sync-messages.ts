import type { NamingRule } from '../model/program-name.ts'
import type { TagStyle } from '../model/tag-style.ts'
import type { OwnStep } from '../index-db/own-model-rows.ts'
import type { VectorBatch } from '../index-db/vector-writer.ts'

/** What the sync thread is given first. */
export interface SyncOptions {
  readonly root: string
  /** Identity of the vault's folder: while another lies there, nothing is looked at. */
  readonly identity: string
  readonly indexFile: string
  readonly ignore: readonly string[]
  /** Globs of Markdown files that are documents, not notes. */
  readonly noNotes?: readonly string[]
  readonly tagStyle?: TagStyle
  /** By what else links find notes. */
  readonly naming?: NamingRule | null
  /** Obsidian's filters: what they match is indexed but left out of searches. */
  readonly excluded: readonly string[]
  /** Vault-relative folders that are vaults of their own. */
  readonly nestedVaults: readonly string[]
}

/** What is asked of the thread, which replies once it is done. */
export type SyncQuestion =
  /** Look at these paths. `isTrusted`: flint itself removed the missing ones, so no second look is needed. */
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly isTrusted: boolean }
  /** Look at everything below a folder; `''` is the whole vault. */
  | { readonly kind: 'scan'; readonly folder: string }
  /**
   * Rebuild the index or a part of it, which answers meanwhile. With `identity` that folder is the vault's from now on,
   * and missing notes are gone.
   */
  | { readonly kind: 'rebuild'; readonly scope: RebuildScope; readonly identity: string | null }
  /** Cut some of the waiting notes into chunks; `read` in the answer says how many. */
  | { readonly kind: 'cut' }
  /** Store these vectors. */
  | { readonly kind: 'vectors'; readonly batch: VectorBatch }
  /** Remove vectors that no note needs; `complete` names a model that has all the others. */
  | { readonly kind: 'settle-vectors'; readonly complete: string | null }
  /** Forget the vectors of a model, so that they are made again. */
  | { readonly kind: 'forget-vectors'; readonly model: string }
  /** Make the vault's own model, a little at each request; `read` in the answer is 1 while there is more to do. `stop`: give it up. */
  | { readonly kind: 'make-own'; readonly order: 'begin' | 'go on' | 'stop' }
  /** Store a step of the vault's own model. */
  | { readonly kind: 'own'; readonly step: OwnStep }

export type SyncRequest =
  | (SyncQuestion & { readonly id: number })
  /** Stop a rebuild that has no caller any more: what was read by now is kept, the rest stays as it was. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' }

/**
 * `links`: resolve every link again; `all`: read and cut every note again; `vectors`: cut every note again and make
 * their vectors again; `damaged`: read every note into a new file.
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
  /** The thread starts or finishes a note that takes long. */
  | { readonly kind: 'long'; readonly isUnderWay: boolean }
  /** The index changed: these notes are new, different or gone. */
  | { readonly kind: 'changed'; readonly paths: readonly string[] }

export interface SyncResult {
  readonly read: number
  readonly removed: number
  /** How many chunks a rebuild cut. */
  readonly chunks?: number
  /** Why the vault's own model cannot be made, where that says nothing of the index. */
  readonly fault?: string
}

export type SyncFailure = 'vault' | 'index'

/** Why the index could not follow the disk. */
export interface SyncProblem {
  readonly message: string
  /** What would fix a cause outside the index; null where rebuilding the index may help. */
  readonly cure: string | null
}

/** What the thread is doing. `doubtful`: so many notes are missing that it looks again before it drops them. */
export interface SyncProgress {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready'
  readonly done: number
  readonly total: number
  /** An index that knows every note is being rebuilt and answers meanwhile. */
  readonly isAgain: boolean
}

export type ReportProgress = (state: SyncProgress['state'], done?: number, total?: number) => void

export function readOptions(value: unknown): SyncOptions {
  if (isSyncOptions(value)) return value
  throw new TypeError('The sync thread was started without its options.')
}

function isSyncOptions(value: unknown): value is SyncOptions {
  return typeof value === 'object' && value !== null && 'root' in value && 'indexFile' in value
}
