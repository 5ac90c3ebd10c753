import type { Awaitable } from '../model/awaitable.ts'
import type { CheckedStep } from './check-changes.ts'
import type { HistoryDamage } from './history-damage.ts'
import type { ChangeOrigin } from './history-rows.ts'
import type { FoundStep, RecordedChange, RecordedStep, StepPaths, StepPlace } from './recorded-change.ts'

export interface ChangeLimits {
  /** 0 keeps them for ever. */
  readonly maxAgeDays: number
  readonly maxSizeMb: number
}

/**
 * What every write replaced, so that it can be undone, and the journal of the write in progress. One of a vault's
 * history at a time writes: call what writes only under the vault's lock.
 */
export interface History extends HistoryCare {
  /**
   * Records what is about to be replaced: no end of this process loses it, and no loss of power once `synced` has
   * resolved. Returns the caller's `change_id`. Fails, before any file is touched, for a process that may not write.
   */
  record(origin: ChangeOrigin, steps: readonly CheckedStep[]): Promise<string>
  /** Resolves once no loss of power loses what was recorded before. */
  synced(): Promise<void>
  /** Lets the steps up to `end` begin. False where another process has rolled the change back: it is not known then. */
  reach(id: string, end: number): Awaitable<boolean>
  /** Marks the change as done. False when it is no longer known. */
  finish(id: string): Awaitable<boolean>
  /** Drops a change of which nothing is on disk. */
  abandon(id: string): Awaitable<void>
  /** Keeps only these steps of a change: the ones that are on disk, or that others have changed since. */
  keep(id: string, positions: readonly number[]): Awaitable<void>
  /** Drops the oldest changes beyond the limits of the vault's settings. One in progress stays. */
  prune(limits: ChangeLimits, now: Date): Awaitable<void>

  /** Changes that were begun and not finished, newest first. */
  begun(): Awaitable<readonly RecordedChange[]>
  /** Whether the newest change is unfinished. No older one can be, as taking the write lock settles it. */
  isCutOff(): Awaitable<boolean>
  find(id: string): Awaitable<RecordedChange | null>
  /** Changes newest first, and how many there are on all pages. */
  list(page: ListedPage): Awaitable<{ readonly changes: readonly RecordedChange[]; readonly total: number }>
  /** The steps of a change in order, at most `limit`. */
  steps(id: string, limit?: number): Promise<readonly RecordedStep[]>
  /** The paths of each change's steps without their texts, at most `limit` of each. */
  paths(ids: readonly string[], limit?: number): Awaitable<ReadonlyMap<string, readonly StepPaths[]>>
  /** The last step before a moment that touched a path under this name; the move of a folder counts. */
  lastStepAt(path: string, before: StepPlace): Awaitable<FoundStep | null>
  /** The next step after a moment that moved a file away from a path. */
  nextMoveFrom(path: string, after: StepPlace): Awaitable<FoundStep | null>
  /** The next step after a moment that touched what lies at a path, not counting folder moves. */
  nextStepAt(path: string, after: StepPlace): Awaitable<FoundStep | null>
  /** Every move of a folder, newest first. */
  folderMoves(): Awaitable<readonly FoundStep[]>
}

/**
 * What becomes of a history that is replaced or damaged. One that an engine keeps is neither: it never needs care, and
 * has no damages.
 */
export interface HistoryCare {
  /** Whether `open` is needed: another process has replaced the file, or this one has met damage. */
  readonly needsCare: boolean
  /** Opens the history, or the file that has replaced it. Call it only under the vault's lock. */
  open(): Promise<void>
  /**
   * Runs work. If that meets damage, sets it aside, keeps what can still be read and runs the work once more. Call it
   * only under the vault's lock.
   */
  caringly<T>(work: () => Awaitable<T>): Promise<T>
  /** The damaged histories of this vault that were set aside, newest first. */
  damages(): readonly HistoryDamage[]
  /** Reads everything: otherwise damage shows only when that very change is undone. */
  verify(): Promise<void>
  close(): void
}

/** Which changes are listed. */
export interface ListedPage {
  /** ISO 8601 in UTC; from the beginning where it is null. */
  readonly since: string | null
  /** Whole (`client claude-code`), without its kind, or `unknown`; everybody's when left out. */
  readonly actor?: string | null | undefined
  /** Only these; all when left out. */
  readonly ids?: readonly string[] | null
  readonly limit: number
  readonly offset: number
}
