import { findHunks } from './find-hunks.ts'
import type { Line } from './line.ts'
import type { ThreeWays } from './merged.ts'
import { leastAlike, similarities, similarity } from './similarity.ts'

/** What one side did to a part of the base: `items` stand where `start` to `end` of the base stood. */
export interface SequenceEdit<Item> {
  readonly start: number
  readonly end: number
  readonly items: readonly Item[]
}

export interface SideEdits<Item> {
  /** In the order of the base; no two overlap. */
  readonly edits: readonly SequenceEdit<Item>[]
  /** For each item of the base the one that the side has in its place, unchanged but perhaps for what its key leaves out. */
  readonly kept: ReadonlyMap<number, Item>
}

/** Three lists with what each side did to the base, which is found once for all that ask. */
export interface Edited<Item> extends ThreeWays<readonly Item[]> {
  readonly edits: Readonly<Record<'ours' | 'theirs', SideEdits<Item>>>
}

export function withEdits<Item>(
  sides: ThreeWays<readonly Item[]>,
  keyOf: (item: Item) => string,
): Edited<Item> {
  const { base, ours, theirs } = sides
  return { ...sides, edits: { ours: findEdits(base, ours, keyOf), theirs: findEdits(base, theirs, keyOf) } }
}

/** What one side made of a single line of the base that is much like it; null for any other edit. */
export function changeOf(
  base: readonly Line[],
  { start, end, items }: SequenceEdit<Line>,
): { readonly was: Line; readonly is: Line } | null {
  const [was, is] = [base[start], items[0]]
  if (end !== start + 1 || was === undefined || is === undefined || items.length > 1) return null
  return similarity(was.text, is.text) < leastAlike ? null : { was, is }
}

/** For a line that a side changed so that it counts as the same, the one of the base; any other is itself. */
export function changedFrom(
  base: readonly Line[],
  { ours, theirs }: Edited<Line>['edits'],
  isSame: (was: string, is: string) => boolean,
): (line: Line) => Line {
  const origins = new Map<string, Line | null>()
  for (const side of [ours, theirs])
    for (const edit of side.edits) {
      const change = changeOf(base, edit)
      if (change === null || !isSame(change.was.text, change.is.text)) continue
      const { was, is } = change
      const known = origins.get(is.text)
      origins.set(is.text, known === undefined || known?.text === was.text ? was : null)
    }
  return (line) => origins.get(line.text) ?? line
}

/**
 * The edits of one side, as small as they are: an item that was changed is an edit of that item alone, and so is each
 * that was removed. What was written anew, with nothing alike before, is one edit.
 */
function findEdits<Item>(
  base: readonly Item[],
  side: readonly Item[],
  keyOf: (item: Item) => string,
): SideEdits<Item> {
  const kept = new Map<number, Item>()
  const edits: SequenceEdit<Item>[] = []
  let [at, sideAt] = [0, 0]
  const hunks = findHunks(base.map(keyOf), side.map(keyOf))
  if (hunks === null) return { edits: [{ start: 0, end: base.length, items: side }], kept }
  for (let index = 0; index < hunks.length; index += 1) {
    const hunk = hunks[index]
    if (hunk === undefined) continue
    const { kind, count } = hunk
    if (kind === 'kept') {
      for (let step = 0; step < count; step += 1) {
        const item = side[sideAt + step]
        if (item !== undefined) kept.set(at + step, item)
      }
      at += count
      sideAt += count
      continue
    }
    // Of a part that was replaced comes one half, then the other.
    const next = hunks[index + 1]
    const other = next !== undefined && next.kind !== 'kept' ? next : undefined
    if (other !== undefined) index += 1
    const [removed, added] = kind === 'removed' ? [count, other?.count ?? 0] : [other?.count ?? 0, count]
    edits.push(
      ...splitEdit({ base, start: at, end: at + removed }, side.slice(sideAt, sideAt + added), keyOf),
    )
    at += removed
    sideAt += added
  }
  return { edits, kept }
}

interface BasePart<Item> {
  readonly base: readonly Item[]
  readonly start: number
  readonly end: number
}

function splitEdit<Item>(
  { base, start, end }: BasePart<Item>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly SequenceEdit<Item>[] {
  const edits: SequenceEdit<Item>[] = []
  let [at, itemAt] = [start, 0]
  const upTo = (baseEnd: number, itemEnd: number) => {
    const between = items.slice(itemAt, itemEnd)
    if (between.length > 0) edits.push({ start: at, end: baseEnd, items: between })
    else for (; at < baseEnd; at += 1) edits.push({ start: at, end: at + 1, items: [] })
  }
  for (const [from, to] of pairAlike(base.slice(start, end).map(keyOf), items.map(keyOf))) {
    upTo(start + from, to)
    edits.push({ start: start + from, end: start + from + 1, items: items.slice(to, to + 1) })
    at = start + from + 1
    itemAt = to + 1
  }
  upTo(end, items.length)
  return edits
}

/**
 * Which of the old is which of the new, in order: the pairs that are most alike in all. They are a few million at most, as lists
 * that differ in more are not compared at all.
 */
function pairAlike(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  // What is to be had from old[i…] and now[j…].
  const width = now.length + 1
  const best = new Float64Array((old.length + 1) * width)
  const alike = similarities(old, now)
  const value = (from: number, to: number) => best[from * width + to] ?? 0
  const pairOf = (from: number, to: number) => {
    const score = alike[from * now.length + to] ?? 0
    return score < leastAlike ? 0 : score
  }
  for (let from = old.length - 1; from >= 0; from -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const pair = pairOf(from, to)
      best[from * width + to] = Math.max(
        value(from + 1, to),
        value(from, to + 1),
        pair === 0 ? 0 : pair + value(from + 1, to + 1),
      )
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let [from, to] = [0, 0]; from < old.length && to < now.length;) {
    const pair = pairOf(from, to)
    if (pair > 0 && value(from, to) === pair + value(from + 1, to + 1)) {
      pairs.push([from, to])
      from += 1
      to += 1
    } else if (value(from, to) === value(from + 1, to)) from += 1
    else to += 1
  }
  return pairs
}
