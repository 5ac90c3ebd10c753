import type { Edited, LineEdit, SideEdits } from './find-edits.ts'
import { indentOf, isBlank, isDelimiterRow, isItem, isRow } from './line.ts'
import { readHeadings } from './section-tree.ts'

/**
 * A part of the base that what both sides did in it concerns as one: from `start` up to `end`. What is put in at its end counts,
 * and where `takesBefore` also what is put in just before it.
 */
export interface Unit {
  readonly start: number
  readonly end: number
  readonly takesBefore: boolean
}

export function isInUnit({ start, end, takesBefore }: Unit, edit: LineEdit): boolean {
  if (edit.start < edit.end) return edit.start < end && edit.end > start
  return (edit.start > start || (takesBefore && edit.start === start)) && edit.start <= end
}

type Lines = readonly string[]

/**
 * What one side did that takes the ground from under what the other did: it removed what the other wrote into, or changed the
 * columns of a table in which the other wrote.
 */
export function findUnits(base: Lines, { ours, theirs }: Edited['edits']): readonly Unit[] {
  return [
    ...findOrphans(base, ours, theirs),
    ...findOrphans(base, theirs, ours),
    ...findTorn(base, ours, theirs),
    ...findTorn(base, theirs, ours),
    ...findTables(base).filter((table) => [ours, theirs].some((side) => hasOtherColumns(base, table, side))),
  ]
}

function removedBy({ edits }: SideEdits): ReadonlySet<number> {
  const removed = new Set<number>()
  for (const { start, end, lines } of edits)
    if (lines.length === 0) for (let index = start; index < end; index += 1) removed.add(index)
  return removed
}

/** What one side removed and below which the other put something in or changed it: a list item, or a heading. */
function findOrphans(base: Lines, { edits }: SideEdits, other: SideEdits): readonly Unit[] {
  const removed = removedBy(other)
  if (removed.size === 0) return []
  const levels = new Map(readHeadings(base).map(({ at, level }) => [at, level]))
  const bearerOf = (lines: Lines, index: number) => findBearer(base, levels, lines, index)
  const belongsTo = (bearer: number, index: number) =>
    (bearerOf(base.slice(index, index + 1), index) ?? -1) >= bearer
  return edits.flatMap(({ start, end, lines }) => {
    const bearer = lines.length === 0 ? null : bearerOf(lines, start)
    if (bearer === null) return []
    for (let index = bearer; index < end; index += 1) if (!removed.has(index)) return []
    let last = end
    while (start < end && removed.has(last) && belongsTo(bearer, last)) last += 1
    return [{ start: bearer, end: last, takesBefore: false }]
  })
}

/** The list item, or else the heading, below which these lines stand where they are put in before `index`. */
function findBearer(
  base: Lines,
  levels: ReadonlyMap<number, number>,
  lines: Lines,
  index: number,
): number | null {
  const first = lines.findIndex((line) => !isBlank(line))
  const line = lines[first]
  if (line === undefined) return null
  const depth = indentOf(line)
  const level = readHeadings(lines).find(({ at }) => at === first)?.level ?? 0
  for (let at = index - 1; at >= 0; at -= 1) {
    const above = base[at]
    if (above === undefined || isBlank(above)) continue
    const headed = levels.get(at)
    if (headed !== undefined) return level === 0 || headed < level ? at : null
    if (depth > 0 && indentOf(above) < depth) return isItem(above) ? at : null
  }
  return null
}

/** Runs of lines that one side removed, and into which or directly beside which the other put something. */
function findTorn(base: Lines, { edits }: SideEdits, other: SideEdits): readonly Unit[] {
  const removed = removedBy(other)
  if (removed.size === 0) return []
  return edits.flatMap(({ start, end, lines }) => {
    const [first, last] = [lines[0], lines.at(-1)]
    if (start !== end || first === undefined || last === undefined) return []
    let [from, to] = [start, start]
    while (removed.has(from - 1)) from -= 1
    while (removed.has(to)) to += 1
    const [before, after] = [start > from ? base[start - 1] : undefined, start < to ? base[start] : undefined]
    // Each item of a list, and each row of a table, stands for itself.
    if ([before, after].some((line) => line !== undefined && isSibling(line, first))) return []
    const isWithin = before !== undefined && after !== undefined
    const goesOn = before !== undefined && !isBlank(before) && !isBlank(first)
    const goesBefore = after !== undefined && !isBlank(after) && !isBlank(last)
    return isWithin || goesOn || goesBefore ? [{ start: from, end: to, takesBefore: start === from }] : []
  })
}

function isSibling(line: string, other: string): boolean {
  const isAlike = (isItem(line) && isItem(other)) || (isRow(line) && isRow(other))
  return isAlike && indentOf(line) === indentOf(other)
}

function findTables(base: Lines): readonly Unit[] {
  const tables: Unit[] = []
  for (let at = 1; at < base.length; at += 1) {
    const [head, line] = [base[at - 1], base[at]]
    if (head === undefined || line === undefined || !isDelimiterRow(line) || !head.includes('|')) continue
    let end = at + 1
    while (base[end]?.includes('|') === true) end += 1
    tables.push({ start: at - 1, end, takesBefore: false })
    at = end
  }
  return tables
}

/** Whether a side has more, fewer or other columns, or these in another order; other words for one are not another column. */
function hasOtherColumns(base: Lines, { start }: Unit, { edits }: SideEdits): boolean {
  const touching = edits.filter((edit) => edit.start < start + 2 && edit.end > start)
  return touching.some((edit) => {
    if (edit.end !== edit.start + 1 || edit.lines.length !== 1) return true
    const [was, now] = [cellsOf(base[edit.start]), cellsOf(edit.lines[0])]
    if (was.length !== now.length) return true
    const moved = was.filter((cell, at) => cell !== now[at])
    return edit.start === start && moved.some((cell) => now.includes(cell))
  })
}

function cellsOf(line = ''): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  return cells
    .map((cell) => cell.trim())
    .filter((cell, at) => cell !== '' || (at > 0 && at < cells.length - 1))
}
