import type { FolderNow } from './folder-now.ts'
import type { LongNote } from './long-note.ts'
import type { MissingNotes } from './missing-notes.ts'
import type { ReportProgress, SyncOptions } from './sync-messages.ts'
import type { TouchedPaths } from './touched-paths.ts'
import type { WrittenIndex } from './written-index.ts'

/** What a look at the vault works with. */
export interface SyncDesk {
  readonly options: SyncOptions
  readonly folder: FolderNow
  readonly index: WrittenIndex
  readonly missing: MissingNotes
  readonly touched: TouchedPaths
  readonly longNote: LongNote
  /** Whether the thread is about to end. */
  readonly isClosing: () => boolean
  /** Lets messages in and does first what somebody waits for. */
  readonly pause: () => Promise<void>
  /** Has a folder looked through once what is under way is done. */
  readonly scanSoon: (folder: string) => void
  readonly report: ReportProgress
}

// The reader of Markdown takes longer to load than an unchanged vault to be looked through.
export const loadReader = () => import('./record-reader.ts')
export const loadCutter = () => import('./cut-chunks.ts')
