import { isDelimiterRow, isRow, splitCells } from './line.ts'
import { settledFor, type Piece, type ThreeWays } from './merged.ts'

/** Whether each row of a table stands below columns that it was written for, however the conflicts are settled. */
export function keepsTables(
  { base, ours, theirs }: ThreeWays<readonly string[]>,
  merged: readonly Piece[],
): boolean {
  const headed = [base, ours, theirs].flatMap(rowsOf).filter(({ head }) => head !== null)
  const rows = Map.groupBy(headed, ({ row }) => row)
  return (['ours', 'theirs'] as const).every((side) =>
    rowsOf(settledFor(merged, side)).every(({ row, head }) => {
      const known = rows.get(row)
      if (known !== undefined) return head !== null && known.some((other) => fits(other.head ?? '', head))
      // A row that was made of two.
      return head === null || cellsOf(row).length === cellsOf(head).length
    }),
  )
}

/** Whether a table has as many columns as another one, and those that both have in one order. */
function fits(head: string, other: string): boolean {
  if (head === other) return true
  const [cells, others] = [head, other].map(cellsOf)
  if (cells === undefined || others?.length !== cells.length) return false
  return cells.every((cell, at) => others[at] === cell || !others.includes(cell))
}

/** What its cells say. */
function cellsOf(row: string): readonly string[] {
  const cells = splitCells(row.trim())
  return (cells.at(-1) === '|' ? cells.slice(0, -1) : cells).map((cell) => cell.replace(/^\|/, '').trim())
}

interface Row {
  readonly row: string
  /** The line with the names of the columns; null where there is none above. */
  readonly head: string | null
}

function rowsOf(lines: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let head: string | null = null
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    if (!isRow(line)) head = null
    else if (head === null && next !== undefined && isDelimiterRow(next)) head = line
    else if (!isDelimiterRow(line)) rows.push({ row: line, head })
  }
  return rows
}
