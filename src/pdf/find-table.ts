import { textOf, type PdfFragment } from './pdf-page.ts'
import { readMarker } from './list-marker.ts'
import { largest, smallest } from '../model/largest.ts'

export interface FoundTable {
  /** Cells of each row, from the left; a cell holds the fragments of its lines. */
  readonly rows: readonly (readonly (readonly PdfFragment[])[])[]
  /** The row of the column after the last one. */
  readonly end: number
}

interface Extent {
  x0: number
  x1: number
}

type Row = readonly PdfFragment[]

/** A table that begins with row `start`: rows of cells that stand below each other. Null where there is none. */
export function findTable(rows: readonly Row[], start: number): FoundTable | null {
  const first = rows[start]
  if (first === undefined || !isRowOfCells(first)) return null
  let columns: Extent[] = first.map(({ x0, x1 }) => ({ x0, x1 }))
  let cells = 1
  let end = start + 1
  for (let at = start + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? []
    const gap = gapBetween(rows[at - 1] ?? [], row)
    if (gap >= 2) break
    const wider = widen(columns, row)
    if (wider === null) break
    if (isRowOfCells(row)) {
      cells += 1
      end = at + 1
    } else if (gap >= continued) break
    columns = wider
  }
  const filled = columns.toSorted((a, b) => a.x0 - b.x0)
  if (filled.length < 2 || cells < 2 || (cells < 3 && filled.length < 3)) return null
  return { rows: fill(rows.slice(start, end), filled), end }
}

function isRowOfCells(row: Row): boolean {
  if (row.length < 2) return false
  const [first] = row
  // A bullet and its text, a heading's number and the heading.
  return !(row.length === 2 && first !== undefined && readMarker(`${textOf(first).trim()} x`) !== null)
}

// A row nearer than this to the one above goes on with its cells.
const continued = 0.4

/** In sizes of the type. */
function gapBetween(above: Row, below: Row): number {
  const size = largest(below.map(({ size }) => size))
  return (smallest(below.map(({ y0 }) => y0)) - largest(above.map(({ y1 }) => y1))) / size
}

/** The columns with this row in them, or null where a cell of it lies across two. */
function widen(columns: readonly Extent[], row: Row): Extent[] | null {
  const wider = columns.map((column) => ({ ...column }))
  const taken = new Set<Extent>()
  for (const { x0, x1 } of row) {
    const under = wider.filter((column) => x0 < column.x1 && x1 > column.x0)
    // A cell over two columns leaves them as they are, if those next to it say where it is.
    if (under.length > 1) {
      if (row.length < 2 || under.length === wider.length || under.some((column) => taken.has(column)))
        return null
      for (const column of under) taken.add(column)
      continue
    }
    const [column] = under
    if (column === undefined) {
      const added = { x0, x1 }
      wider.push(added)
      taken.add(added)
      continue
    }
    if (taken.has(column)) return null
    taken.add(column)
    column.x0 = Math.min(column.x0, x0)
    column.x1 = Math.max(column.x1, x1)
  }
  return wider
}

function fill(rows: readonly Row[], columns: readonly Extent[]): PdfFragment[][][] {
  const filled: PdfFragment[][][] = []
  for (const [index, row] of rows.entries()) {
    const cells = columns.map((): PdfFragment[] => [])
    for (const cell of row)
      cells[columns.findIndex((column) => cell.x0 < column.x1 && cell.x1 > column.x0)]?.push(cell)
    const last = filled.at(-1)
    const above = rows[index - 1]
    const isRest = cells[0]?.length === 0 && row.length < (above?.length ?? 0)
    if (last !== undefined && above !== undefined && isRest && gapBetween(above, row) < continued) {
      for (const [at, cell] of cells.entries()) for (const fragment of cell) last[at]?.push(fragment)
    } else filled.push(cells)
  }
  return filled
}
