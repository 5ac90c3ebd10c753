import type { Edited, LineEdit } from './find-edits.ts'
import { findUnits, isInUnit, type Unit } from './find-units.ts'
import { followMoves } from './follow-moves.ts'
import { isBlank, textOf } from './line.ts'
import { agreed, conflict, type Piece, type ThreeWays } from './merged.ts'

type Lines = readonly string[]

/** Where both sides put something new: between these two of the base. */
export interface InsertionPlace {
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface MergeRules {
  /** A line that both sides changed, in one; null where that cannot be. */
  readonly join: (line: ThreeWays<string>) => string | null
  /** What both sides put into one place; null where only one of them can stand there. */
  readonly insert: (ours: Lines, theirs: Lines, place: InsertionPlace) => readonly Piece[] | null
  /** Whether this line of the base means something only together with its neighbours. */
  readonly isBound: (index: number) => boolean
  /** Whether what one side did to a line follows where the other moved it. */
  readonly followsMoves: boolean
}

/**
 * Merges what two sides made of one text (diff3), line by line: only what both changed, in the same line or the same
 * place, can be a conflict. Which side is called ours makes no other difference than the order within a conflict.
 */
export function mergeSequences(sides: Edited, rules: MergeRules): readonly Piece[] {
  const { base } = sides
  const edits = rules.followsMoves ? followMoves(sides) : sides.edits
  const pieces: Piece[] = []
  let at = 0
  const keepUntil = (end: number) => {
    for (const line of base.slice(at, end)) pieces.push(agreed([line]))
    at = Math.max(at, end)
  }
  for (const group of joinSeparators(base, groupEdits(base, edits, rules.isBound))) {
    keepUntil(group.start)
    for (const piece of settle(group, base, rules)) pieces.push(piece)
    at = group.end
  }
  keepUntil(base.length)
  return pieces
}

type Side = 'ours' | 'theirs'

/** Edits of both sides that concern one part of the base. */
interface EditGroup extends Readonly<Record<Side, LineEdit[]>> {
  start: number
  end: number
}

function groupEdits(
  base: Lines,
  edits: Edited['edits'],
  isBound: MergeRules['isBound'],
): readonly EditGroup[] {
  const all = (['ours', 'theirs'] as const)
    .flatMap((side) => edits[side].edits.map((edit) => ({ edit, side })))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end)
  const units = findUnits(base, edits)
  const groups: EditGroup[] = []
  for (const { edit, side } of all) {
    let group = groups.at(-1)
    if (group === undefined || !(meets(group, edit, isBound) || areInUnit(group, edit, units))) {
      group = { start: edit.start, end: edit.end, ours: [], theirs: [] }
      groups.push(group)
    }
    group.end = Math.max(group.end, edit.end)
    group[side].push(edit)
  }
  return groups
}

/**
 * Where one side removed a line that the other changed, the blank lines that it removed with it are in the same conflict:
 * the changed one would else stand beside the next.
 */
function joinSeparators(base: Lines, groups: readonly EditGroup[]): readonly EditGroup[] {
  const joined: EditGroup[] = []
  const isSeparatorsOf = (side: Side, group: EditGroup) =>
    removerIn(group) === side &&
    group[otherOf[side]].length === 0 &&
    base.slice(group.start, group.end).every(isBlank)
  for (let at = 0; at < groups.length; at += 1) {
    const group = groups[at]
    if (group === undefined) continue
    joined.push(group)
    const side = removerIn(group)
    if (side === null || group[otherOf[side]].length === 0) continue
    const take = (other: EditGroup) => {
      for (const edit of other[side]) group[side].push(edit)
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

const otherOf = { ours: 'theirs', theirs: 'ours' } as const

/** The side that only removed here, where the other did not; null where there is none. */
function removerIn({ ours, theirs }: EditGroup): Side | null {
  const removes = (edits: readonly LineEdit[]) =>
    edits.length > 0 && edits.every(({ lines }) => lines.length === 0)
  if (removes(ours)) return removes(theirs) ? null : 'ours'
  return removes(theirs) ? 'theirs' : null
}

function meets(group: EditGroup, { start, end }: LineEdit, isBound: MergeRules['isBound']): boolean {
  if (start < group.end) return true
  if (start > group.end) return false
  const isSamePlace = start === end && [...group.ours, ...group.theirs].some((edit) => edit.start === start)
  return isSamePlace || isBound(start) || isBound(start - 1)
}

function areInUnit({ ours, theirs }: EditGroup, edit: LineEdit, units: readonly Unit[]): boolean {
  return units.some((unit) => isInUnit(unit, edit) && [...ours, ...theirs].some((one) => isInUnit(unit, one)))
}

function settle(group: EditGroup, base: Lines, { join, insert }: MergeRules): readonly Piece[] {
  const { start, end } = group
  const ours = carryOut(group.ours, base, start, end)
  const theirs = carryOut(group.theirs, base, start, end)
  if (group.ours.length === 0) return [agreed(theirs)]
  if (group.theirs.length === 0) return [agreed(ours)]
  if (textOf(ours) === textOf(theirs)) return [agreed(ours)]
  if (start === end) {
    const both = insert(ours, theirs, { before: base[start - 1], after: base[start] })
    if (both !== null) return both
  }
  const [line, one, other] = [base[start], ours[0], theirs[0]]
  const isOneLine = end === start + 1 && ours.length === 1 && theirs.length === 1
  if (isOneLine && line !== undefined && one !== undefined && other !== undefined) {
    const joined = join({ base: line, ours: one, theirs: other })
    if (joined !== null) return [agreed([joined])]
  }
  return conflict(ours, theirs)
}

/** What a side has where `start` to `end` of the base stood. */
function carryOut(edits: readonly LineEdit[], base: Lines, start: number, end: number): Lines {
  const lines: string[] = []
  let at = start
  for (const edit of edits) {
    for (const line of [...base.slice(at, edit.start), ...edit.lines]) lines.push(line)
    at = edit.end
  }
  return [...lines, ...base.slice(at, end)]
}
