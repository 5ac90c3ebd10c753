import { isBlank, type Line } from './line.ts'
import type { Piece, ThreeWays } from './merged.ts'

/**
 * Whether lines that one side put before others stand before them in a merge, where the other side moved neither. Only lines that
 * are there once are looked at, and pairs of them that stand beside each other in that side.
 */
export function keepsMoves(
  { base, ours, theirs }: ThreeWays<readonly Line[]>,
  merged: readonly Piece<Line>[],
): boolean {
  const old = placesOf(base)
  const [mine, yours] = [ours, theirs].map((side) => movesIn(old, placesOf(side)))
  const now = placesOf(
    merged.flatMap((piece) => (piece.kind === 'agreed' ? piece.items : [...piece.ours, ...piece.theirs])),
  )
  const areKept = (moves: readonly Move[], others: readonly Move[]) => {
    const moved = new Set(others.flat())
    return moves.every(
      (pair) => pair.some((text) => moved.has(text) || !now.has(text)) || isBefore(now, ...pair),
    )
  }
  return areKept(mine ?? [], yours ?? []) && areKept(yours ?? [], mine ?? [])
}

/** Two lines, of which the first stands before the second now. */
type Move = readonly [string, string]

function movesIn(old: Places, side: Places): readonly Move[] {
  const known = [...side.keys()].filter((text) => old.has(text))
  const pairs = known.slice(1).map((text, at): Move => [known[at] ?? text, text])
  return pairs.filter((pair) => !isBefore(old, ...pair))
}

type Places = ReadonlyMap<string, number>

function isBefore(places: Places, one: string, other: string): boolean {
  return (places.get(one) ?? 0) < (places.get(other) ?? 0)
}

/** Where each line stands that is there once. */
function placesOf(lines: readonly Line[]): Places {
  const places = new Map<string, number>()
  const seen = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (isBlank(line)) continue
    if (seen.has(line.text)) places.delete(line.text)
    else places.set(line.text, at)
    seen.add(line.text)
  }
  return places
}
