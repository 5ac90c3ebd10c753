import { mergeNear } from './merge-near.ts'
import { textOf, type PdfFragment } from './pdf-page.ts'
import { largest, smallest } from '../model/largest.ts'

/** Fragments of one column, or of a part of the page that has one column, in no order yet. */
export type PdfColumn = readonly PdfFragment[]

// Columns are set this far apart at least, in sizes of the type.
const narrowestGutter = 0.7
const fewestRows = 3
// A side of a gutter with fewer characters in its usual row is a table's column or a form's labels.
const proseLength = 22

/** The columns of a page in reading order: what stands above and below columns keeps its place. */
export function orderFragments(fragments: readonly PdfFragment[]): PdfColumn[] {
  return cut(fragments, 0)
}

function cut(fragments: readonly PdfFragment[], depth: number): PdfColumn[] {
  if (fragments.length < 2 * fewestRows || depth > 8) return fragments.length === 0 ? [] : [fragments]
  const bands = toBands(fragments)
  const gutterWidth = narrowestGutter * median(fragments.map(({ size }) => size))
  const columns: PdfColumn[] = []
  let single: PdfFragment[] = []
  for (let at = 0; at < bands.length;) {
    const run = findColumns(bands, at, gutterWidth)
    if (run === null) {
      for (const fragment of bands[at] ?? []) single.push(fragment)
      at += 1
      continue
    }
    if (single.length > 0) columns.push(single)
    single = []
    for (const side of [run.left, run.right]) for (const column of cut(side, depth + 1)) columns.push(column)
    at = run.end
  }
  if (single.length > 0) columns.push(single)
  return columns
}

/** Groups of fragments with clear space above and below, from the top. */
function toBands(fragments: readonly PdfFragment[]): PdfFragment[][] {
  const bands: PdfFragment[][] = []
  let bottom = -Infinity
  for (const fragment of fragments.toSorted((a, b) => a.y0 - b.y0)) {
    // Boxes of lines that are set tight overlap a little.
    const slack = 0.15 * fragment.size
    if (bands.length === 0 || fragment.y0 + slack >= bottom) bands.push([])
    bands.at(-1)?.push(fragment)
    bottom = Math.max(bottom, fragment.y1 - slack)
  }
  return bands
}

interface ColumnRun {
  readonly left: readonly PdfFragment[]
  readonly right: readonly PdfFragment[]
  /** The band after the last one. */
  readonly end: number
}

/** The longest run of bands from `start` that one gutter divides into prose on both sides. */
function findColumns(
  bands: readonly (readonly PdfFragment[])[],
  start: number,
  gutterWidth: number,
): ColumnRun | null {
  const taken: PdfFragment[] = []
  const reaches: { readonly end: number; readonly count: number; readonly gaps: readonly Gap[] }[] = []
  let gaps: readonly Gap[] = [{ from: -Infinity, to: Infinity }]
  let [first, last] = [Infinity, -Infinity]
  for (let end = start; end < bands.length; end += 1) {
    const band = bands[end] ?? []
    gaps = narrow(gaps, band, gutterWidth)
    for (const fragment of band) {
      taken.push(fragment)
      first = Math.min(first, fragment.x0)
      last = Math.max(last, fragment.x1)
    }
    const inner = gaps.filter(({ from, to }) => from >= first && to <= last)
    if (gaps.every(({ from, to }) => from === -Infinity || to === Infinity) && reaches.length > 0) break
    if (inner.length > 0) reaches.push({ end: end + 1, count: taken.length, gaps: inner })
    if (gaps.length === 0) break
  }
  // What lies on the left only, above the columns, is not part of them.
  for (const { end, count, gaps: inner } of reaches.toReversed().slice(0, 3)) {
    const fragments = taken.slice(0, count)
    for (const gap of inner.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
      const middle = (gap.from + gap.to) / 2
      const left = fragments.filter(({ x1 }) => x1 <= middle)
      const right = fragments.filter(({ x0 }) => x0 >= middle)
      if (startsOnBothSides(bands[start] ?? [], middle) && areColumns(left, right))
        return { left, right, end }
    }
  }
  return null
}

interface Gap {
  readonly from: number
  readonly to: number
}

function narrow(gaps: readonly Gap[], band: readonly PdfFragment[], width: number): Gap[] {
  let left: Gap[] = [...gaps]
  for (const { x0, x1 } of band) {
    left = left.flatMap(({ from, to }) =>
      x1 <= from || x0 >= to
        ? [{ from, to }]
        : [
            { from, to: Math.min(to, x0) },
            { from: Math.max(from, x1), to },
          ].filter((gap) => gap.to - gap.from >= width),
    )
  }
  return left
}

function startsOnBothSides(band: readonly PdfFragment[], middle: number): boolean {
  return band.some(({ x1 }) => x1 <= middle) && band.some(({ x0 }) => x0 >= middle)
}

function areColumns(left: readonly PdfFragment[], right: readonly PdfFragment[]): boolean {
  const [leftRows, rightRows] = [toRows(left), toRows(right)]
  if (leftRows.length < fewestRows || rightRows.length < fewestRows) return false
  const isProse = [leftRows, rightRows].every(
    (rows) => median(rows.map(lengthOf)) >= proseLength && fillOf(rows) > 0.55,
  )
  if (isProse) return true
  // Narrow columns: their lines fill them, and do not stand in rows across.
  const rightLines = rightRows.map(baselineOf)
  const shared = leftRows.filter((row) =>
    rightLines.some((baseline) => Math.abs(baseline - baselineOf(row)) < 1),
  )
  return (
    shared.length < 0.5 * Math.min(leftRows.length, rightRows.length) &&
    [leftRows, rightRows].every((rows) => median(rows.map(lengthOf)) >= 10)
  )
}

/** Fragments that stand on one line, from the left, the lines from the top. */
export function toRows(fragments: readonly PdfFragment[]): PdfFragment[][] {
  const rows: PdfFragment[][] = []
  for (const fragment of fragments.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const row = rows.at(-1)
    if (row !== undefined && standsIn(row, fragment)) row.push(fragment)
    else rows.push([fragment])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0))
}

function standsIn(row: readonly PdfFragment[], fragment: PdfFragment): boolean {
  const [first] = row
  if (first === undefined) return false
  const size = largest([fragment, ...row].map((other) => other.size))
  if (fragment.baseline - first.baseline > 0.45 * size) return false
  // Two that lie on each other are two lines, set tight.
  return row.every((other) => Math.min(other.x1, fragment.x1) - Math.max(other.x0, fragment.x0) < 0.5 * size)
}

/** The characters of the longest piece of a row: a table's row has many that are short. */
function lengthOf(row: readonly PdfFragment[]): number {
  return largest(mergeNear(row).map((fragment) => textOf(fragment).length))
}

/** The share of its side that the usual row takes. */
function fillOf(rows: readonly (readonly PdfFragment[])[]): number {
  const [lefts, rights] = [
    rows.map((row) => smallest(row.map(({ x0 }) => x0))),
    rows.map((row) => largest(row.map(({ x1 }) => x1))),
  ]
  const width = largest(rights) - smallest(lefts)
  return median(rights.map((right, at) => right - (lefts[at] ?? right))) / Math.max(1, width)
}

function baselineOf(row: readonly PdfFragment[]): number {
  return row[0]?.baseline ?? 0
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
