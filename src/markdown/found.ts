import type { BlockId, ExternalLink, Heading, NoteLink, NoteTag, NoteTask } from '../model/parsed-note.ts'
import { NextIndex } from './next-index.ts'

/** What the scanners of one note share: its text, and the lists that they fill. */
export interface Found {
  readonly text: string
  readonly lineStarts: readonly number[]
  readonly headings: Heading[]
  readonly links: NoteLink[]
  readonly externalLinks: ExternalLink[]
  readonly tags: NoteTag[]
  readonly tasks: NoteTask[]
  readonly blocks: BlockId[]
  /** Where the next `%%` is. */
  readonly percents: NextIndex
  /** Where the next `-->` is. */
  readonly commentEnds: NextIndex
}

export function startFinding(text: string, lineStarts: readonly number[]): Found {
  return {
    text,
    lineStarts,
    headings: [],
    links: [],
    externalLinks: [],
    tags: [],
    tasks: [],
    blocks: [],
    percents: new NextIndex(text, '%%'),
    commentEnds: new NextIndex(text, '-->'),
  }
}
