import type { Line } from './line.ts'

/** The three texts that a merge looks at: what both sides began with, and what each made of it. */
export interface ThreeWays<Value> {
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

/** A part of a merge: what both sides agree on, or what each of them wants there. */
export type Piece<Item> =
  | { readonly kind: 'agreed'; readonly items: readonly Item[] }
  | { readonly kind: 'conflict'; readonly ours: readonly Item[]; readonly theirs: readonly Item[] }

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

export function agreed<Item>(...items: readonly Item[]): Piece<Item> {
  return { kind: 'agreed', items }
}

/** A conflict without the items that both sides begin or end with. */
export function conflict<Item>(
  ours: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Piece<Item>[] {
  const { head, tail } = commonEnds(ours.map(keyOf), theirs.map(keyOf))
  const within = (items: readonly Item[]) => items.slice(head, items.length - tail)
  return [
    agreed(...ours.slice(0, head)),
    { kind: 'conflict', ours: within(ours), theirs: within(theirs) },
    agreed(...ours.slice(ours.length - tail)),
  ]
}

/** How many of their first keys two lists share, and how many of the others that are their last. */
export function commonEnds(
  one: readonly string[],
  other: readonly string[],
): { readonly head: number; readonly tail: number } {
  const least = Math.min(one.length, other.length)
  let head = 0
  while (head < least && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return { head, tail }
}

/** What both sides agree on, and null for each conflict: what stands beside or below one depends on how it is settled. */
export function withGaps<Item>(pieces: readonly Piece<Item>[]): readonly (Item | null)[] {
  return pieces.flatMap((piece): readonly (Item | null)[] => (piece.kind === 'agreed' ? piece.items : [null]))
}

/** What both sides agree on. */
export function agreedIn<Item>(pieces: readonly Piece<Item>[]): readonly Item[] {
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : []))
}

/** A merge once all of its conflicts are settled for one side. */
export function settledFor<Item>(pieces: readonly Piece<Item>[], side: 'ours' | 'theirs'): readonly Item[] {
  return pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : piece[side]))
}

export function hasItems(piece: Piece<unknown>): boolean {
  return piece.kind === 'conflict' || piece.items.length > 0
}

export function countConflicts(pieces: readonly Piece<unknown>[]): number {
  return pieces.filter(({ kind }) => kind === 'conflict').length
}

/** The lines of a merge with conflicts between marks, as git writes them. */
export function markConflicts(
  pieces: readonly Piece<Line>[],
  { ours, theirs, size }: ConflictMarks,
  lineEnd: '\n' | '\r\n',
): readonly Line[] {
  const mark = (sign: string, name = ''): Line => ({
    text: `${sign.repeat(size)}${name === '' ? '' : ` ${name}`}`,
    end: lineEnd,
  })
  return pieces.flatMap((piece) =>
    piece.kind === 'agreed'
      ? piece.items
      : [mark('<', ours), ...piece.ours, mark('='), ...piece.theirs, mark('>', theirs)],
  )
}
