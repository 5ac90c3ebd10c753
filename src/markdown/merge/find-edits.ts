import { findHunks } from './find-hunks.ts'
import type { ThreeWays } from './merged.ts'
import { leastAlike, similarities, similarity } from './similarity.ts'

type Lines = readonly string[]

/** What one side did to a part of the base: `lines` stand where `start` to `end` of the base stood. */
export interface LineEdit {
  readonly start: number
  readonly end: number
  readonly lines: Lines
}

export interface SideEdits {
  /** In the order of the base; no two overlap. */
  readonly edits: readonly LineEdit[]
  /** The indexes of the lines of the base that the side has in their place. */
  readonly kept: ReadonlySet<number>
}

/** Three texts with what each side did to the base, which is found once for all that ask. */
export interface Edited extends ThreeWays<Lines> {
  readonly edits: Readonly<Record<'ours' | 'theirs', SideEdits>>
}

export function withEdits(sides: ThreeWays<Lines>): Edited {
  const { base, ours, theirs } = sides
  return { ...sides, edits: { ours: findEdits(base, ours), theirs: findEdits(base, theirs) } }
}

/** What one side made of a single line of the base that is much like it; null for any other edit. */
export function changeOf(
  base: Lines,
  { start, end, lines }: LineEdit,
): { readonly was: string; readonly is: string } | null {
  const [was, is] = [base[start], lines[0]]
  if (end !== start + 1 || was === undefined || is === undefined || lines.length > 1) return null
  return similarity(was, is) < leastAlike ? null : { was, is }
}

/** For a line that a side changed so that it counts as the same, the one of the base; any other is itself. */
export function changedFrom(
  { base, edits: { ours, theirs } }: Edited,
  isSame: (was: string, is: string) => boolean,
): (line: string) => string {
  const origins = new Map<string, string | null>()
  for (const edit of [...ours.edits, ...theirs.edits]) {
    const change = changeOf(base, edit)
    if (change === null || !isSame(change.was, change.is)) continue
    const { was, is } = change
    const known = origins.get(is)
    origins.set(is, known === undefined || known === was ? was : null)
  }
  return (line) => origins.get(line) ?? line
}

/**
 * The edits of one side, as small as they are: a line that was changed is an edit of that line alone, and so is each
 * that was removed. What was written anew, with nothing alike before, is one edit.
 */
function findEdits(base: Lines, side: Lines): SideEdits {
  const kept = new Set<number>()
  const edits: LineEdit[] = []
  let [at, sideAt] = [0, 0]
  const hunks = findHunks(base, side)
  if (hunks === null) return { edits: [{ start: 0, end: base.length, lines: side }], kept }
  for (let index = 0; index < hunks.length; index += 1) {
    const hunk = hunks[index]
    if (hunk === undefined) continue
    const { kind, count } = hunk
    if (kind === 'kept') {
      for (let step = 0; step < count; step += 1) kept.add(at + step)
      at += count
      sideAt += count
      continue
    }
    // Of a part that was replaced comes one half, then the other.
    const next = hunks[index + 1]
    const other = next !== undefined && next.kind !== 'kept' ? next : undefined
    if (other !== undefined) index += 1
    const [removed, added] = kind === 'removed' ? [count, other?.count ?? 0] : [other?.count ?? 0, count]
    const [old, now] = [base.slice(at, at + removed), side.slice(sideAt, sideAt + added)]
    for (const edit of splitEdit(old, now, at)) edits.push(edit)
    at += removed
    sideAt += added
  }
  return { edits, kept }
}

/** The edits of a part of the base, which begins at `start`. */
function splitEdit(old: Lines, now: Lines, start: number): readonly LineEdit[] {
  const edits: LineEdit[] = []
  let [at, nowAt] = [0, 0]
  const add = (end: number, lines: Lines) => {
    edits.push({ start: start + at, end: start + end, lines })
    at = end
  }
  const upTo = (end: number, nowEnd: number) => {
    if (nowEnd > nowAt) add(end, now.slice(nowAt, nowEnd))
    else while (at < end) add(at + 1, [])
    nowAt = nowEnd
  }
  for (const [from, to] of pairAlike(old, now)) {
    upTo(from, to)
    upTo(from + 1, to + 1)
  }
  upTo(old.length, now.length)
  return edits
}

/**
 * Which of the old is which of the new, in order: the pairs that are most alike in all. They are a few million at most, as lists
 * that differ in more are not compared at all.
 */
function pairAlike(old: Lines, now: Lines): readonly (readonly [number, number])[] {
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
