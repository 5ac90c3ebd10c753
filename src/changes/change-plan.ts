import type { AtRest } from '../files/at-rest.ts'
import type { ContentHash } from '../model/ids.ts'

/**
 * One step of a planned change. Plans are values: they can be shown and checked, then carried out in order. A later
 * step builds on the earlier ones: it may take a path that one of them frees.
 */
export type FileChange = Creation | Replacement | Move | FolderMove | Removal

/** Missing folders above the path are made. */
export interface Creation {
  readonly kind: 'create'
  readonly path: string
  readonly text: string
  /** Permissions of a file that comes back; a new one gets the system's default. */
  readonly mode?: number | undefined
}

export interface Replacement {
  readonly kind: 'replace'
  readonly path: string
  readonly before: FileVersion
  readonly text: string
}

/** To another name, another folder (made if missing), or the same name in another case. */
export type Move = MoveAndEdit | MoveAsIs

interface MoveAndEdit extends MovePaths {
  readonly before: FileVersion
  /** The text at its new place. */
  readonly text: string
}

/** A move of any file, even one that is not a note or not text. */
interface MoveAsIs extends MovePaths {
  readonly before: { readonly hash: ContentHash }
  /** The bytes stay as they are. */
  readonly text: null
}

interface MovePaths extends DroppedFolders {
  readonly kind: 'move'
  readonly path: string
  readonly to: string
}

/** Moves a folder with everything in it, hidden files too. Makes missing folders above `to`, which must not exist. */
export interface FolderMove extends DroppedFolders {
  readonly kind: 'move-folder'
  readonly path: string
  readonly to: string
}

export interface Removal extends DroppedFolders {
  readonly kind: 'remove'
  readonly path: string
  /** Without the text for a file that is too long to edit: the history cannot bring it back. */
  readonly before: FileVersion | { readonly hash: ContentHash; readonly text: null }
}

interface DroppedFolders {
  /** A folder above `path`: it and the folders below it are removed with the file if that leaves them empty. */
  readonly dropFolder?: string | undefined
}

export interface FileVersion {
  readonly text: string
  readonly hash: ContentHash
  /** Where the file had rested when it was read, which spares reading it again. */
  readonly atRest?: AtRest | undefined
}

/** What is lost once the step is taken; null where no text is. */
export function replacedText(change: FileChange): string | null {
  if (change.kind === 'create' || change.kind === 'move-folder') return null
  if (change.kind === 'move' && (change.text === null || change.text === change.before.text)) return null
  return change.before.text
}

/** What would be lost if somebody saved over it; null where no text is new. */
export function writtenText(change: FileChange): string | null {
  if (change.kind === 'remove' || change.kind === 'move-folder') return null
  return change.kind === 'move' && replacedText(change) === null ? null : change.text
}

/** What a caller is told of each file. */
export interface ChangeReport {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly new_path?: string
  /** Null for a removed file and for a folder. */
  readonly content_hash: ContentHash | null
  /** Unified and bounded; empty once the diffs of the whole plan have become too long. */
  readonly diff: string
  /** How many lines came and went, `+1 -0`; null where no texts were compared. */
  readonly lines: string | null
}
