import { countEach } from '../../model/count-each.ts'
import type { SequenceEdit, SideEdits } from './find-edits.ts'

/**
 * Where one side moved an item that the other changed or removed, the moved one is changed or removed. An item that both moved
 * stands once, in the earlier of the two places. What was replaced by several items is left to be a conflict.
 */
export function followMoves<Item>(
  base: readonly Item[],
  ours: SideEdits<Item>,
  theirs: SideEdits<Item>,
  keyOf: (item: Item) => string,
): readonly [SideEdits<Item>, SideEdits<Item>] {
  const moved = { ours: findMoves(base, ours, keyOf), theirs: findMoves(base, theirs, keyOf) }
  if (moved.ours.size === 0 && moved.theirs.size === 0) return [ours, theirs]
  const changed = { ours: findChanges(ours), theirs: findChanges(theirs) }
  const follow = (side: SideEdits<Item>, own: Moves, others: Moves, otherChanges: Changes<Item>) => {
    const becomes = new Map<string, Item | null>()
    for (const [index, place] of own) {
      const item = base[index]
      if (item === undefined) continue
      const elsewhere = others.get(index)
      const change = otherChanges.get(index)
      // Whoever moved it has removed nothing.
      if (elsewhere !== undefined) {
        if (elsewhere < place) becomes.set(keyOf(item), null)
      } else if (change !== undefined) becomes.set(keyOf(item), change)
    }
    const isFollowed = ({ start, end, items }: SequenceEdit<Item>) =>
      end === start + 1 && items.length <= 1 && others.has(start) && !own.has(start)
    const edits = side.edits.map((edit): SequenceEdit<Item> => {
      if (edit.start === edit.end)
        return { ...edit, items: edit.items.flatMap((item) => replaced(item, becomes, keyOf)) }
      return isFollowed(edit) ? { ...edit, items: [] } : edit
    })
    return { ...side, edits: edits.filter(({ start, end, items }) => end > start || items.length > 0) }
  }
  return [
    follow(ours, moved.ours, moved.theirs, changed.theirs),
    follow(theirs, moved.theirs, moved.ours, changed.ours),
  ]
}

/** From an item's index in the base to the place where a side put it. */
type Moves = ReadonlyMap<number, number>

/** Items that stand once in the base and once in what was put in elsewhere. */
function findMoves<Item>(
  base: readonly Item[],
  { edits }: SideEdits<Item>,
  keyOf: (item: Item) => string,
): Moves {
  const places = new Map<string, number | null>()
  for (const { start, end, items } of edits) {
    if (start !== end) continue
    for (const item of items) places.set(keyOf(item), places.has(keyOf(item)) ? null : start)
  }
  const moves = new Map<number, number>()
  if (places.size === 0) return moves
  const counts = countEach(base.map(keyOf))
  for (const { start, end, items } of edits) {
    const item = base[start]
    if (end !== start + 1 || items.length > 0 || item === undefined) continue
    const key = keyOf(item)
    const place = places.get(key)
    if (key.trim() !== '' && counts.get(key) === 1 && typeof place === 'number') moves.set(start, place)
  }
  return moves
}

/** From an item's index in the base to what a side has instead of it; null where that is nothing. */
type Changes<Item> = ReadonlyMap<number, Item | null>

function findChanges<Item>({ edits }: SideEdits<Item>): Changes<Item> {
  const changes = new Map<number, Item | null>()
  for (const { start, end, items } of edits)
    if (end === start + 1 && items.length <= 1) changes.set(start, items[0] ?? null)
  return changes
}

function replaced<Item>(
  item: Item,
  becomes: ReadonlyMap<string, Item | null>,
  keyOf: (item: Item) => string,
): readonly Item[] {
  const other = becomes.get(keyOf(item))
  if (other === undefined) return [item]
  return other === null ? [] : [other]
}
