import { commonEnds } from '../text/shared-ends.ts'

/** The three texts that a merge looks at: what both sides began with, and what each made of it. */
export interface ThreeWays<Value> {
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

/** What each of the three gives. */
export function mapWays<From, To>(
  { base, ours, theirs }: ThreeWays<From>,
  of: (value: From) => To,
): ThreeWays<To> {
  return { base: of(base), ours: of(ours), theirs: of(theirs) }
}

/** The three where none of them is null. */
export function withoutNull<Value>({ base, ours, theirs }: ThreeWays<Value | null>): ThreeWays<Value> | null {
  return base === null || ours === null || theirs === null ? null : { base, ours, theirs }
}

type Lines = readonly string[]

/** A part of a merge: what both sides agree on, or what each of them wants there. */
export type Piece =
  | { readonly kind: 'agreed'; readonly lines: Lines }
  | { readonly kind: 'conflict'; readonly ours: Lines; readonly theirs: Lines }

/** How a conflict is marked: the names behind the marks, and how long those are. */
export interface ConflictMarks {
  readonly ours: string
  readonly theirs: string
  readonly size: number
}

export interface MergedText {
  readonly text: string
  readonly conflicts: number
}

export function agreed(lines: Lines): Piece {
  return { kind: 'agreed', lines }
}

/** A conflict without the lines that both sides begin or end with. */
export function conflict(ours: Lines, theirs: Lines): readonly Piece[] {
  const { head, tail } = commonEnds(ours, theirs)
  const within = (lines: Lines) => lines.slice(head, lines.length - tail)
  return [
    agreed(ours.slice(0, head)),
    { kind: 'conflict', ours: within(ours), theirs: within(theirs) },
    agreed(ours.slice(ours.length - tail)),
  ]
}

/** What both sides agree on, and null for each conflict: what stands beside or below one depends on how it is settled. */
export function withGaps(pieces: readonly Piece[]): readonly (string | null)[] {
  return pieces.flatMap((piece): readonly (string | null)[] =>
    piece.kind === 'agreed' ? piece.lines : [null],
  )
}

/** What both sides agree on. */
export function agreedIn(pieces: readonly Piece[]): Lines {
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.lines : []))
}

/** What a side wants where the sides do not agree. */
export function wantedIn(pieces: readonly Piece[], side: 'ours' | 'theirs'): Lines {
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? [] : piece[side]))
}

/** A merge once all of its conflicts are settled for one side. */
export function settledFor(pieces: readonly Piece[], side: 'ours' | 'theirs'): Lines {
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.lines : piece[side]))
}

export function hasLines(piece: Piece): boolean {
  return piece.kind === 'conflict' || piece.lines.length > 0
}

export function countConflicts(pieces: readonly Piece[]): number {
  return pieces.filter(({ kind }) => kind === 'conflict').length
}

/** The lines of a merge with conflicts between marks, as git writes them. */
export function markConflicts(pieces: readonly Piece[], { ours, theirs, size }: ConflictMarks): Lines {
  const mark = (sign: string, name = '') => `${sign.repeat(size)}${name === '' ? '' : ` ${name}`}`
  return pieces.flatMap((piece) =>
    piece.kind === 'agreed'
      ? piece.lines
      : [mark('<', ours), ...piece.ours, mark('='), ...piece.theirs, mark('>', theirs)],
  )
}
