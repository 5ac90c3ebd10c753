import type { ContentHash } from '../model/ids.ts'
import type { FileChange } from './change-plan.ts'

/** A change as the history has it, without its steps. */
export interface RecordedChange {
  readonly id: string
  /** ISO 8601. */
  readonly time: string
  readonly tool: string
  /**
   * `begun`: a process is working on it or died over it. `kept`: it was interrupted and rolled back, except for files
   * that somebody else had changed by then; only those are left in it.
   */
  readonly state: 'begun' | 'done' | 'kept'
  /** No step from this position on was begun. */
  readonly reached: number
  /** The change that this one undoes. */
  readonly undoes: string | null
  /** The change that has undone this one. */
  readonly undoneBy: string | null
  /** The process that made it. */
  readonly pid: number | null
  /** Who made it, as `Actor` says; null for changes of older versions. */
  readonly actor: string | null
  readonly files: number
}

/** What a step did, and where. */
export interface StepPaths {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly movedTo: string | null
}

/** One step of a change, with what is needed to undo it. */
export interface RecordedStep extends StepPaths {
  readonly position: number
  /** Null where the bytes did not change, and for a file that was not there. */
  readonly beforeText: string | null
  /** Null where the bytes did not change, for a removed file, and for changes of older versions. */
  readonly afterText: string | null
  readonly beforeHash: ContentHash | null
  /** Null for a removed file and for a folder. */
  readonly afterHash: ContentHash | null
  readonly mode: number | null
  /** The topmost of the folders that it made. */
  readonly madeFolder: string | null
}

/** Where in the history a step stands. */
export interface StepPlace {
  readonly change: number
  readonly position: number
}

export interface FoundStep extends StepPlace, StepPaths {}
