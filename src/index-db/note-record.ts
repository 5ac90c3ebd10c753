import type { FileStamp } from '../model/file-stamp.ts'
import type { LinkForm } from '../model/parsed-note.ts'
import type { LinkKeys } from '../model/resolve-link.ts'

/** Everything the index keeps of one note. Plain data: it crosses from the reading thread to the writing one. */
export interface NoteRecord {
  readonly path: string
  readonly stamp: FileStamp
  readonly hash: string
  readonly title: string
  /** UTF-8, as the index stores it: a thread transfers it without a copy. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly bodyLine: number
  /** The frontmatter as JSON. */
  readonly metadata: string
  readonly properties: readonly PropertyRecord[]
  /** `YYYY-MM-DD HH:MM:SS` UTC, from the frontmatter, else from the file. */
  readonly created: string
  readonly updated: string
  readonly words: number
  readonly lines: number
  /** Why the note could not be read properly, in one line; null where it could. */
  readonly problem: string | null
  /** Whether nothing of its text could be read. */
  readonly isUnread?: boolean
  /** Normalised. */
  readonly aliases: readonly string[]
  /** By which the vault's own program finds it, beside its other names. */
  readonly programName: string | null
  readonly links: readonly LinkRecord[]
  readonly urls: readonly UrlRecord[]
  readonly tags: readonly TagRecord[]
  readonly tasks: readonly TaskRecord[]
  /** What is searched besides path, title and body. */
  readonly searched: {
    readonly headings: string
    readonly tags: string
    readonly aliases: string
    readonly properties: string
    readonly bigrams: string
  }
}

/** A note whose file was read again and holds what it held. */
export type Confirmed = Pick<NoteRecord, 'path' | 'hash' | 'stamp'>

export interface PropertyRecord {
  readonly key: string
  readonly value: string | null
  readonly type: 'string' | 'number' | 'date' | 'boolean' | 'array'
}

export interface LinkRecord {
  readonly raw: string
  readonly keys: LinkKeys
  readonly heading: string | null
  readonly block: string | null
  readonly shown: string | null
  readonly form: LinkForm
  readonly isEmbed: boolean
  readonly line: number
}

export interface UrlRecord {
  readonly url: string
  readonly title: string | null
  readonly line: number
  readonly type: 'url' | 'image' | 'embed'
}

export interface TagRecord {
  /** Normalised, without `#`. */
  readonly key: string
  readonly tag: string
  readonly source: 'inline' | 'frontmatter'
}

export interface TaskRecord {
  readonly line: number
  readonly status: string
  readonly text: string
}

/** What the index keeps of a canvas: its links. */
export interface CanvasRecord {
  readonly path: string
  readonly stamp: FileStamp
  /** Why it could not be read, in one line; null where it could. */
  readonly problem: string | null
  readonly links: readonly LinkRecord[]
}

/** A part of a note that is embedded for semantic search. */
export interface ChunkRecord {
  /** Hash of everything that is embedded: chunks with the same hash share their vectors. */
  readonly hash: string
  /** The title and headings above it, which are embedded before it. */
  readonly heading: string
  /** Line of the file, from 1. */
  readonly line: number
  readonly lastLine: number
  /** Offsets into the body. */
  readonly start: number
  readonly end: number
}

/** Changes that bring the index closer to the disk. */
export interface IndexChanges {
  /** Read one at a time as they are written. */
  readonly notes: Iterable<NoteRecord>
  readonly removedNotes: readonly string[]
  /** Notes that are the same file under another path: they keep their integer key. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  readonly addedFiles: readonly string[]
  /** Canvases that are new or were read again. */
  readonly canvases: readonly CanvasRecord[]
  readonly removedFiles: readonly string[]
  /** All folders that have a `_description.md` now; null where that is unchanged. */
  readonly typeFolders: readonly string[] | null
}

export const noChanges: IndexChanges = {
  notes: [],
  removedNotes: [],
  moved: [],
  addedFiles: [],
  canvases: [],
  removedFiles: [],
  typeFolders: null,
}
