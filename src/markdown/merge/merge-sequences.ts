import type { Edited, SequenceEdit, SideEdits } from './find-edits.ts'
import { isInUnit, type Unit } from './find-units.ts'
import { followMoves } from './follow-moves.ts'
import { agreed, conflict, type Piece, type ThreeWays } from './merged.ts'

/** Where both sides put something new: between these two of the base. */
export interface InsertionPlace<Item> {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

export interface MergeRules<Item> {
  /** Items of one key are the same. */
  readonly keyOf: (item: Item) => string
  /** An item that both sides changed, in one; null where that cannot be. */
  readonly join: (item: ThreeWays<Item>) => Item | null
  /** What both sides put into one place; null where only one of them can stand there. */
  readonly insert: (
    ours: readonly Item[],
    theirs: readonly Item[],
    place: InsertionPlace<Item>,
  ) => readonly Piece<Item>[] | null
  /** Whether this item of the base means something only together with its neighbours. */
  readonly isBound?: (index: number) => boolean
  /** Parts of the base of which what both sides did is looked at as one. */
  readonly unitsOf?: (mine: SideEdits<Item>, yours: SideEdits<Item>) => readonly Unit[]
  /** Whether an item only parts others from each other, as a blank line does. */
  readonly isSeparator?: (item: Item) => boolean
  /** Whether what one side did to an item follows where the other moved it, as it does unless this says no. */
  readonly followsMoves?: boolean
}

/**
 * Merges what two sides made of one sequence (diff3), item by item: only what both changed, in the same item or the same
 * place, can be a conflict. Which side is called ours makes no other difference than the order within a conflict.
 */
export function mergeSequences<Item>(
  { base, edits }: Edited<Item>,
  rules: MergeRules<Item>,
): readonly Piece<Item>[] {
  const both = [edits.ours, edits.theirs] as const
  const [mine, yours] = rules.followsMoves === false ? both : followMoves(base, ...both, rules.keyOf)
  const pieces: Piece<Item>[] = []
  let at = 0
  const keepUntil = (end: number) => {
    for (const item of base.slice(at, end)) pieces.push(agreed(item))
    at = Math.max(at, end)
  }
  for (const group of joinSeparators(base, groupEdits(mine, yours, rules), rules)) {
    keepUntil(group.start)
    pieces.push(...settle(group, base, rules))
    at = group.end
  }
  keepUntil(base.length)
  return pieces
}

/** Edits of both sides that concern one part of the base. */
interface EditGroup<Item> {
  start: number
  end: number
  readonly mine: SequenceEdit<Item>[]
  readonly yours: SequenceEdit<Item>[]
}

function groupEdits<Item>(
  mine: SideEdits<Item>,
  yours: SideEdits<Item>,
  { isBound = () => false, unitsOf = () => [] }: MergeRules<Item>,
): readonly EditGroup<Item>[] {
  const all = [
    ...mine.edits.map((edit) => ({ edit, isMine: true })),
    ...yours.edits.map((edit) => ({ edit, isMine: false })),
  ].sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end)
  const units = unitsOf(mine, yours)
  const groups: EditGroup<Item>[] = []
  for (const { edit, isMine } of all) {
    let group = groups.at(-1)
    if (group === undefined || !(meets(group, edit, isBound) || areInUnit(group, edit, units))) {
      group = { start: edit.start, end: edit.end, mine: [], yours: [] }
      groups.push(group)
    }
    group.end = Math.max(group.end, edit.end)
    ;(isMine ? group.mine : group.yours).push(edit)
  }
  return groups
}

/**
 * Where one side removed an item that the other changed, what it removed with it to part it from others is in the same conflict:
 * the changed one would else stand beside the next.
 */
function joinSeparators<Item>(
  base: readonly Item[],
  groups: readonly EditGroup<Item>[],
  { isSeparator = () => false }: MergeRules<Item>,
): readonly EditGroup<Item>[] {
  const joined: EditGroup<Item>[] = []
  const isSeparatorsOf = (side: 'mine' | 'yours', group: EditGroup<Item> | undefined) =>
    group !== undefined &&
    removerIn(group) === side &&
    group[otherOf[side]].length === 0 &&
    base.slice(group.start, group.end).every(isSeparator)
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at]
    if (group === undefined) continue
    joined.push(group)
    const side = removerIn(group)
    if (side === null || group[otherOf[side]].length === 0) continue
    const take = (other: EditGroup<Item>) => {
      group[side].push(...other[side])
      group[side].sort((a, b) => a.start - b.start)
      group.start = Math.min(group.start, other.start)
      group.end = Math.max(group.end, other.end)
    }
    const [next, last] = [groups[at + 1], joined.at(-2)]
    if (next?.start === group.end && isSeparatorsOf(side, next)) {
      take(next)
      at += 1
    } else if (last?.end === group.start && isSeparatorsOf(side, last)) {
      take(last)
      joined.splice(-2, 1)
    }
  }
  return joined
}

const otherOf = { mine: 'yours', yours: 'mine' } as const

/** The side that only removed here, where the other did not; null where there is none. */
function removerIn<Item>({ mine, yours }: EditGroup<Item>): 'mine' | 'yours' | null {
  const removes = (edits: readonly SequenceEdit<Item>[]) =>
    edits.length > 0 && edits.every(({ items }) => items.length === 0)
  if (removes(mine)) return removes(yours) ? null : 'mine'
  return removes(yours) ? 'yours' : null
}

function meets<Item>(
  group: EditGroup<Item>,
  { start, end }: SequenceEdit<Item>,
  isBound: (index: number) => boolean,
): boolean {
  if (start < group.end) return true
  if (start > group.end) return false
  const isSamePlace = start === end && [...group.mine, ...group.yours].some((edit) => edit.start === start)
  return isSamePlace || isBound(start) || isBound(start - 1)
}

function areInUnit<Item>(
  { mine, yours }: EditGroup<Item>,
  edit: SequenceEdit<Item>,
  units: readonly Unit[],
): boolean {
  return units.some((unit) => isInUnit(unit, edit) && [...mine, ...yours].some((one) => isInUnit(unit, one)))
}

function settle<Item>(
  { start, end, mine, yours }: EditGroup<Item>,
  base: readonly Item[],
  { keyOf, join, insert }: MergeRules<Item>,
): readonly Piece<Item>[] {
  const ours = carryOut(mine, base, start, end)
  const theirs = carryOut(yours, base, start, end)
  if (mine.length === 0) return [agreed(...theirs)]
  if (yours.length === 0) return [agreed(...ours)]
  if (ours.length === theirs.length && ours.every((item, index) => isSame(item, theirs[index], keyOf)))
    return [agreed(...ours)]
  if (start === end) {
    const both = insert(ours, theirs, { before: base[start - 1], after: base[start] })
    if (both !== null) return both
  }
  const [item, one, other] = [base[start], ours[0], theirs[0]]
  const isOneItem = end === start + 1 && ours.length === 1 && theirs.length === 1
  if (isOneItem && item !== undefined && one !== undefined && other !== undefined) {
    const joined = join({ base: item, ours: one, theirs: other })
    if (joined !== null) return [agreed(joined)]
  }
  return conflict(ours, theirs, keyOf)
}

function isSame<Item>(item: Item, other: Item | undefined, keyOf: (item: Item) => string): boolean {
  return other !== undefined && keyOf(item) === keyOf(other)
}

/** What a side has where `start` to `end` of the base stood. */
function carryOut<Item>(
  edits: readonly SequenceEdit<Item>[],
  base: readonly Item[],
  start: number,
  end: number,
): readonly Item[] {
  const items: Item[] = []
  let at = start
  for (const edit of edits) {
    items.push(...base.slice(at, edit.start), ...edit.items)
    at = edit.end
  }
  return [...items, ...base.slice(at, end)]
}
