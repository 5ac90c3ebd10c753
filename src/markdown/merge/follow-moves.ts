import { countEach } from '../../model/count-each.ts'
import type { Edited, LineEdit, SideEdits } from './find-edits.ts'
import { isBlank } from './line.ts'

/**
 * Where one side moved a line that the other changed or removed, the moved one is changed or removed. A line that both moved
 * stands once, in the earlier of the two places. What was replaced by several lines is left to be a conflict.
 */
export function followMoves({ base, edits: { ours, theirs } }: Edited): Edited['edits'] {
  const moved = { ours: findMoves(base, ours), theirs: findMoves(base, theirs) }
  if (moved.ours.size === 0 && moved.theirs.size === 0) return { ours, theirs }
  const follow = (side: SideEdits, own: Moves, others: Moves, otherChanges: Changes): SideEdits => {
    const becomes = new Map<string, readonly string[]>()
    for (const [index, place] of own) {
      const line = base[index]
      if (line === undefined) continue
      const elsewhere = others.get(index)
      const change = otherChanges.get(index)
      // Whoever moved it has removed nothing.
      if (elsewhere !== undefined) {
        if (elsewhere < place) becomes.set(line, [])
      } else if (change !== undefined) becomes.set(line, change)
    }
    const isFollowed = ({ start, end, lines }: LineEdit) =>
      end === start + 1 && lines.length <= 1 && others.has(start) && !own.has(start)
    const edits = side.edits.map((edit): LineEdit => {
      if (edit.start === edit.end)
        return { ...edit, lines: edit.lines.flatMap((line) => becomes.get(line) ?? [line]) }
      return isFollowed(edit) ? { ...edit, lines: [] } : edit
    })
    return { ...side, edits: edits.filter(({ start, end, lines }) => end > start || lines.length > 0) }
  }
  return {
    ours: follow(ours, moved.ours, moved.theirs, findChanges(theirs)),
    theirs: follow(theirs, moved.theirs, moved.ours, findChanges(ours)),
  }
}

/** From a line's index in the base to the place where a side put it. */
type Moves = ReadonlyMap<number, number>

/** Lines that stand once in the base and once in what was put in elsewhere. */
function findMoves(base: readonly string[], { edits }: SideEdits): Moves {
  const places = new Map<string, number | null>()
  for (const { start, end, lines } of edits)
    if (start === end) for (const line of lines) places.set(line, places.has(line) ? null : start)
  const moves = new Map<number, number>()
  if (places.size === 0) return moves
  const counts = countEach(base)
  for (const { start, end, lines } of edits) {
    const line = base[start]
    if (end !== start + 1 || lines.length > 0 || line === undefined) continue
    const place = places.get(line)
    if (!isBlank(line) && counts.get(line) === 1 && typeof place === 'number') moves.set(start, place)
  }
  return moves
}

/** From a line's index in the base to what a side has instead of it: one line or none. */
type Changes = ReadonlyMap<number, readonly string[]>

function findChanges({ edits }: SideEdits): Changes {
  const single = edits.filter(({ start, end, lines }) => end === start + 1 && lines.length <= 1)
  return new Map(single.map(({ start, lines }) => [start, lines]))
}
