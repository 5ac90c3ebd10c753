import type { DiskState } from '../files/walk-vault.ts'
import type { FolderNow } from './folder-now.ts'
import type { LongNote } from './long-note.ts'
import type { MissingNotes } from './missing-notes.ts'
import type { SyncPlan } from './plan-sync.ts'
import type { ReportProgress, SyncOptions } from './sync-messages.ts'
import type { TouchedPaths } from './touched-paths.ts'
import type { WrittenIndex } from './written-index.ts'

/** What somebody has just seen of the whole vault. */
export interface SeenVault {
  readonly onDisk: DiskState
  /** What must happen for the index to agree with it, as long as the state `changes` of the index is this one. */
  readonly plan: SyncPlan
  readonly changes: string | null
  /** By which they know it again. */
  readonly name: string
}

/** What the steps of the indexing thread work with. */
export interface SyncDesk {
  readonly options: SyncOptions
  readonly folder: FolderNow
  readonly index: WrittenIndex
  readonly missing: MissingNotes
  readonly touched: TouchedPaths
  readonly longNote: LongNote
  /** Whether the thread is about to end. */
  readonly isClosing: () => boolean
  /** Lets messages in and serves waiting callers first. */
  readonly pause: () => Promise<void>
  /** Queues a scan of a folder after the current work. */
  readonly scanSoon: (folder: string) => void
  readonly report: ReportProgress
  /** What somebody else has just seen of the whole vault; null where nobody has, or it was taken before. */
  readonly takeSeen: () => SeenVault | null
}

// Slow to load: the Markdown reader takes longer than a scan of an unchanged vault.
export const loadReader = () => import('./record-reader.ts')
export const loadCutter = () => import('./cut-chunks.ts')
