import { setTimeout as wait } from 'node:timers/promises'
import { countNotes } from '../index-db/indexed-state.ts'
import type { FolderNow } from './folder-now.ts'
import type { IndexFile } from './index-file.ts'
import { isSuspicious } from './plan-sync.ts'
import type { ReportProgress } from './sync-messages.ts'

const mostSavedAtOnce = 20
const lookEveryMs = 10
/** Milliseconds within which an editor has finished a save. */
export const saveTakesMs = 150

interface MissingDoors {
  readonly folder: FolderNow
  readonly index: IndexFile
  readonly report: ReportProgress
  readonly scanSoon: (folder: string) => void
  readonly secondLookAfterMs?: number
}

/** Decides which missing notes are certainly gone. */
export class MissingNotes {
  readonly #doors: MissingDoors
  /** All notes were missing at the last look, and the index still has them. */
  #isHolding = false

  constructor(doors: MissingDoors) {
    this.#doors = doors
  }

  /**
   * Which of these notes are gone. When too many are missing at once, a second look has to agree. Null where no note is
   * left at all: then the index stays as it is until there are notes again or a person confirms it.
   */
  async gone(
    absent: readonly string[],
    { isConfirmed = false, hasOthers }: { readonly isConfirmed?: boolean; readonly hasOthers: boolean },
  ): Promise<readonly string[] | null> {
    const { folder, index, report, scanSoon, secondLookAfterMs = 1_000 } = this.#doors
    if (this.#isHolding && !isConfirmed) scanSoon('')
    this.#isHolding = false
    const missing = isConfirmed ? absent : await this.#stayingAway(absent)
    const isLeft = () => isConfirmed || hasOthers || this.#hasNoteLeft()
    const isFew = !isSuspicious(missing.length, countNotes(index.db))
    if (missing.length === 0 || (isFew && isLeft())) return missing
    // Until the index has what the second look finds.
    report('doubtful', missing.length, missing.length)
    await wait(secondLookAfterMs)
    folder.expectThere()
    const gone = missing.filter((path) => folder.isNoteGone(path))
    if (gone.length === 0 || isLeft()) return gone
    this.#isHolding = true
    return null
  }

  #hasNoteLeft(): boolean {
    const { folder, index } = this.#doors
    for (const path of index.db.prepare<[], string>('SELECT path FROM note').pluck().iterate())
      if (!folder.isGone(path)) return true
    return false
  }

  /** Of a few missing notes, those that do not come back at once: some editors delete a file to make it again. */
  async #stayingAway(absent: readonly string[]): Promise<readonly string[]> {
    if (absent.length > mostSavedAtOnce) return absent
    let away = absent
    for (const end = performance.now() + saveTakesMs; away.length > 0 && performance.now() < end;) {
      await wait(lookEveryMs)
      away = away.filter((path) => this.#doors.folder.isNoteGone(path))
    }
    return away
  }
}
