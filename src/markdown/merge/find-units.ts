import type { SequenceEdit, SideEdits } from './find-edits.ts'
import { indentOf, isBlank, isDelimiterRow, isItem, isRow, type Line } from './line.ts'
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

export function isInUnit(
  { start, end, takesBefore }: Unit,
  edit: Pick<SequenceEdit<unknown>, 'start' | 'end'>,
): boolean {
  if (edit.start < edit.end) return edit.start < end && edit.end > start
  return (edit.start > start || (takesBefore && edit.start === start)) && edit.start <= end
}

type Lines = readonly Line[]

/**
 * What one side did that takes the ground from under what the other did: it removed what the other wrote into, or changed the
 * columns of a table in which the other wrote.
 */
export function findUnits(base: Lines, mine: SideEdits<Line>, yours: SideEdits<Line>): readonly Unit[] {
  return [
    ...findOrphans(base, mine, yours),
    ...findOrphans(base, yours, mine),
    ...findTorn(base, mine, yours),
    ...findTorn(base, yours, mine),
    ...findTables(base).filter((table) => [mine, yours].some((side) => hasOtherColumns(base, table, side))),
  ]
}

function removedBy({ edits }: SideEdits<Line>): ReadonlySet<number> {
  const removed = new Set<number>()
  for (const { start, end, items } of edits)
    if (items.length === 0) for (let index = start; index < end; index += 1) removed.add(index)
  return removed
}

/** What one side removed and below which the other put something in or changed it: a list item, or a heading. */
function findOrphans(base: Lines, { edits }: SideEdits<Line>, other: SideEdits<Line>): readonly Unit[] {
  const removed = removedBy(other)
  if (removed.size === 0) return []
  const levels = new Map(readHeadings(base).map(({ at, level }) => [at, level]))
  const bearerOf = (lines: Lines, index: number) => findBearer(base, levels, lines, index)
  const belongsTo = (bearer: number, index: number) =>
    (bearerOf(base.slice(index, index + 1), index) ?? -1) >= bearer
  return edits.flatMap(({ start, end, items }) => {
    const bearer = items.length === 0 ? null : bearerOf(items, start)
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
function findTorn(base: Lines, { edits }: SideEdits<Line>, other: SideEdits<Line>): readonly Unit[] {
  const removed = removedBy(other)
  if (removed.size === 0) return []
  return edits.flatMap(({ start, end, items }) => {
    if (start !== end || items.length === 0) return []
    let [from, to] = [start, start]
    while (removed.has(from - 1)) from -= 1
    while (removed.has(to)) to += 1
    const [before, after] = [start > from ? base[start - 1] : undefined, start < to ? base[start] : undefined]
    const [first, last] = [items[0], items.at(-1)]
    if (first === undefined || last === undefined) return []
    // Each item of a list, and each row of a table, stands for itself.
    if ([before, after].some((line) => line !== undefined && isSibling(line, first))) return []
    const isWithin = before !== undefined && after !== undefined
    const goesOn = before !== undefined && !isBlank(before) && !isBlank(first)
    const goesBefore = after !== undefined && !isBlank(after) && !isBlank(last)
    return isWithin || goesOn || goesBefore ? [{ start: from, end: to, takesBefore: start === from }] : []
  })
}

function isSibling(line: Line, other: Line): boolean {
  const isAlike = (isItem(line) && isItem(other)) || (isRow(line) && isRow(other))
  return isAlike && indentOf(line) === indentOf(other)
}

type Table = Unit

function findTables(base: Lines): readonly Table[] {
  const tables: Table[] = []
  for (let at = 1; at < base.length; at += 1) {
    const [head, line] = [base[at - 1], base[at]]
    if (head === undefined || line === undefined || !isDelimiterRow(line) || !head.text.includes('|'))
      continue
    let end = at + 1
    while (base[end]?.text.includes('|') === true) end += 1
    tables.push({ start: at - 1, end, takesBefore: false })
    at = end
  }
  return tables
}

/** Whether a side has more, fewer or other columns, or these in another order; other words for one are not another column. */
function hasOtherColumns(base: Lines, { start }: Table, { edits }: SideEdits<Line>): boolean {
  const touching = edits.filter((edit) => edit.start < start + 2 && edit.end > start)
  return touching.some((edit) => {
    if (edit.end !== edit.start + 1 || edit.items.length !== 1) return true
    const [was, now] = [cellsOf(base[edit.start]), cellsOf(edit.items[0])]
    if (was.length !== now.length) return true
    const moved = was.filter((cell, at) => cell !== now[at])
    return edit.start === start && moved.some((cell) => now.includes(cell))
  })
}

function cellsOf(line: Line | undefined): readonly string[] {
  const cells = (line?.text ?? '').trim().split(/(?<!\\)\|/)
  return cells
    .map((cell) => cell.trim())
    .filter((cell, at) => cell !== '' || (at > 0 && at < cells.length - 1))
}
