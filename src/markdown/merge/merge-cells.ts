import { splitCells } from './line.ts'
import { mapWays, type ThreeWays } from './merged.ts'
import { saysTheSame } from './says-the-same.ts'

/**
 * A row of a table, cell by cell, each below its column. Null where both sides changed one cell, one has other columns,
 * or one made it the row of something else.
 *
 *     mergeCells({ base: '| Mon | | x |', ours: '| Mon | x | x |', theirs: '| Mon | | 3 km |' })   // '| Mon | x | 3 km |'
 */
export function mergeCells(sides: ThreeWays<string>): string | null {
  const rows = mapWays(sides, splitCells)
  const { base: was, ours: mine, theirs: yours } = rows
  if (mine.length !== was.length || yours.length !== was.length) return null
  // The first cell says what the row is about: whoever writes beside another one writes about that.
  const key = was.findIndex((cell) => !/^[\s|]*$/.test(cell))
  const isElsewhere = (row: readonly string[]) =>
    was.some((cell, at) => at !== key && wordsOf(row[at] ?? '') !== wordsOf(cell))
  const isAnother = (row: readonly string[]) => !saysTheSame(wordsOf(was[key] ?? ''), wordsOf(row[key] ?? ''))
  if (key >= 0 && ((isAnother(mine) && isElsewhere(yours)) || (isAnother(yours) && isElsewhere(mine))))
    return null
  const cells = was.map((_cell, at) => mergeCell(mapWays(rows, (row) => row[at] ?? '')))
  return cells.every((cell) => cell !== null) ? cells.join('') : null
}

/** What a cell says decides; its blanks, by which editors line columns up, are as the side has them whose words they surround. */
function mergeCell(sides: ThreeWays<string>): string | null {
  const { base, ours, theirs } = sides
  const { base: was, ours: mine, theirs: yours } = mapWays(sides, wordsOf)
  if (mine === yours) return ours === base ? theirs : ours
  if (mine === was) return theirs
  return yours === was ? ours : null
}

function wordsOf(cell: string): string {
  return cell.replace(/^\|/, '').trim()
}
