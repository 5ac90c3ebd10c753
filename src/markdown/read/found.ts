import type {
  BlockId,
  ExternalLink,
  Heading,
  NoteLink,
  NoteTag,
  NoteTask,
  SourceRange,
} from '../../model/parsed-note.ts'
import { usualTags, type TagStyle } from '../../model/tag-style.ts'
import { findConflicts } from './find-conflicts.ts'
import { findLineStarts } from '../text/line-starts.ts'

/** Where the scanners put what they find: a list, or a `Count` for those who need no more. */
export interface Finds<Item> {
  readonly length: number
  push(item: Item): unknown
  at(index: number): Item | undefined
  pop(): unknown
}

/** What the scanners of one note share: its text and where they put what they find. */
export interface Found {
  readonly text: string
  readonly lineStarts: readonly number[]
  readonly tagStyle: TagStyle
  readonly headings: Heading[]
  readonly links: Finds<NoteLink>
  readonly externalLinks: Finds<ExternalLink>
  readonly tags: Finds<NoteTag>
  readonly tasks: Finds<NoteTask>
  readonly blocks: Finds<BlockId>
  /** Where the next `%%` is. */
  readonly percents: NextIndex
  /** Where the next `-->` is. */
  readonly commentEnds: NextIndex
  /** Where the lines of unresolved conflicts begin. */
  readonly conflictMarks: ReadonlySet<number>
  /** Collects what is running text and what is hidden in it; null where that is not needed. */
  readonly running: RunningText | null
}

/** Counts what is found and keeps nothing: what lives on costs a long text more than reading it. */
export class Count implements Finds<unknown> {
  length = 0

  push(): void {
    this.length += 1
  }

  at(): undefined {
    return undefined
  }

  pop(): void {
    this.length -= 1
  }
}

export interface RunningText {
  readonly stretches: RunningStretch[]
  /** Code, comments and HTML within the stretches, and the quote marks before their lines. */
  readonly hidden: SourceRange[]
}

export interface RunningStretch extends SourceRange {
  readonly isTableRow: boolean
}

export function startFinding(text: string, tagStyle = usualTags) {
  return {
    text,
    lineStarts: findLineStarts(text),
    tagStyle,
    headings: Array<Heading>(),
    links: Array<NoteLink>(),
    externalLinks: Array<ExternalLink>(),
    tags: Array<NoteTag>(),
    tasks: Array<NoteTask>(),
    blocks: Array<BlockId>(),
    percents: new NextIndex(text, '%%'),
    commentEnds: new NextIndex(text, '-->'),
    conflictMarks: new Set(findConflicts(text).flat()),
    running: null,
  } satisfies Found
}

/**
 * Finds the next `needle` at rising positions and searches every character once, however often it is asked. This keeps
 * thousands of unclosed openers linear.
 */
class NextIndex {
  readonly #text: string
  readonly #needle: string
  #askedFrom = 0
  #answer = -2

  constructor(text: string, needle: string) {
    this.#text = text
    this.#needle = needle
  }

  /** The first index of the needle at or after `position`, or -1. */
  from(position: number): number {
    const isKnown = this.#answer !== -2 && position >= this.#askedFrom
    if (isKnown && (this.#answer === -1 || this.#answer >= position)) return this.#answer
    this.#askedFrom = position
    this.#answer = this.#text.indexOf(this.#needle, position)
    return this.#answer
  }
}

/** For scanning a part that is not running text but may have links and tags. */
export function hiddenPart(found: Found): Found {
  return { ...found, running: null }
}

/** Sorts by position: a link is found at its end, after what is inside its text. */
export function inOrder<Item extends { readonly range: { readonly start: number } }>(
  items: Item[],
): readonly Item[] {
  let last = -1
  for (const { range } of items) {
    if (range.start < last) return items.sort((a, b) => a.range.start - b.range.start)
    last = range.start
  }
  return items
}
