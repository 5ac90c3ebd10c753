import type { ThreeWays } from './merged.ts'
import { splitCells } from './split-cells.ts'

/**
 * A row of a table, cell by cell, each below its column. Null where both sides changed one cell, or one has other columns.
 *
 *     mergeCells({ base: '| Mon | | x |', ours: '| Mon | x | x |', theirs: '| Mon | | 3 km |' })   // '| Mon | x | 3 km |'
 */
export function mergeCells({ base, ours, theirs }: ThreeWays<string>): string | null {
  const [was, mine, yours] = [base, ours, theirs].map(splitCells)
  if (was === undefined || mine?.length !== was.length || yours?.length !== was.length) return null
  const cells = was.map((cell, at) =>
    mergeCell({ base: cell, ours: mine[at] ?? '', theirs: yours[at] ?? '' }),
  )
  return cells.every((cell) => cell !== null) ? cells.join('') : null
}

/** What a cell says decides; its blanks, by which editors line columns up, are as the side has them whose words they surround. */
function mergeCell({ base, ours, theirs }: ThreeWays<string>): string | null {
  const [was, mine, yours] = [base, ours, theirs].map(wordsOf)
  if (mine === yours) return ours === base ? theirs : ours
  if (mine === was) return theirs
  return yours === was ? ours : null
}

function wordsOf(cell: string): string {
  return cell.replace(/^\|/, '').trim()
}
