import { isBlank, isItem, isRow, type Line } from './line.ts'
import type { Piece, ThreeWays } from './merged.ts'

/**
 * Whether paragraphs that stood apart in all three texts do so in a merge: without a blank line between them the second would go
 * on with the first.
 */
export function keepsApart(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const sides = [base, ours, theirs].map((lines) => lines.map(({ text }) => text))
  const known = new Set(sides.flat())
  const [goesOn, follows] = [new Set<string>(), new Set<string>()]
  for (const side of sides)
    side.forEach((text, at) => {
      const next = side[at + 1]
      if (next === undefined || next.trim() === '' || text.trim() === '') return
      goesOn.add(text)
      follows.add(next)
    })
  const isApart = (text: string, next: string) =>
    known.has(text) && known.has(next) && !goesOn.has(text) && !follows.has(next)
  const lines = merged.flatMap((piece): readonly (Line | null)[] =>
    piece.kind === 'agreed' ? piece.items : [null],
  )
  return lines.every((line, at) => {
    const before = lines[at - 1]
    if (before == null || line === null || isBlank(before) || isBlank(line) || startsAnew(line)) return true
    return !isApart(before.text, line.text)
  })
}

function startsAnew(line: Line): boolean {
  return isItem(line) || isRow(line) || line.text.startsWith('#')
}
