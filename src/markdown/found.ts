import type {
  BlockId,
  ExternalLink,
  Heading,
  NoteLink,
  NoteTag,
  NoteTask,
  SourceRange,
} from '../model/parsed-note.ts'
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
  /** Where running text and what is hidden in it are told apart; left out where nobody asks. */
  readonly running?: RunningText
}

export interface RunningText {
  readonly stretches: SourceRange[]
  /** Code, comments and HTML within the stretches, and the marks of quotes before their lines. */
  readonly hidden: SourceRange[]
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

/** A link is found at its end, so what is inside its text comes first. */
export function inOrder<Item extends { readonly range: { readonly start: number } }>(
  items: Item[],
): readonly Item[] {
  return items.sort((a, b) => a.range.start - b.range.start)
}
