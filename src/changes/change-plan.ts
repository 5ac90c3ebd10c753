import type { ContentHash } from '../model/ids.ts'

/**
 * One step of a planned change. Plans are values: they can be shown, checked and only then carried out, in their order.
 * A later step finds what the earlier ones have left: a path that one frees the next may take.
 */
export type FileChange = Creation | Replacement | Move | FolderMove | Removal

/** Folders that are missing on the way are made. */
export interface Creation {
  readonly kind: 'create'
  readonly path: string
  readonly text: string
  /** Permissions of a file that comes back; a new one gets the system's usual ones. */
  readonly mode?: number | undefined
}

export interface Replacement {
  readonly kind: 'replace'
  readonly path: string
  readonly before: FileVersion
  readonly text: string
}

/** To another name, another folder (made where it is missing), or the same name in another case. */
export type Move = MoveAndEdit | MoveAsIs

interface MoveAndEdit extends MovePaths {
  readonly before: FileVersion
  /** The text at its new place. */
  readonly text: string
}

/** Of any file, one that is no note or no text too. */
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

/** The folder with everything in it, hidden files too. Folders that are missing on the way are made; `to` must not be there. */
export interface FolderMove extends DroppedFolders {
  readonly kind: 'move-folder'
  readonly path: string
  readonly to: string
}

export interface Removal extends DroppedFolders {
  readonly kind: 'remove'
  readonly path: string
  /** Without the text of a file that is longer than notes are edited: the history cannot bring it back. */
  readonly before: FileVersion | { readonly hash: ContentHash; readonly text: null }
}

interface DroppedFolders {
  /** A folder around `path`: it and those below it go with the file where that leaves them empty. */
  readonly dropFolder?: string | undefined
}

export interface FileVersion {
  readonly text: string
  readonly hash: ContentHash
}

/** What a caller learns of each file. */
export interface ChangeReport {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly new_path?: string
  /** Null for a file that is gone, and for a folder. */
  readonly content_hash: ContentHash | null
  /** Unified and bounded, and empty once the diffs of the whole plan have become too long. */
  readonly diff: string
  /** How many lines came and went, `+1 -0`; null where no texts were compared. */
  readonly lines: string | null
}
