import type { Edited } from './find-edits.ts'
import { findUnits } from './find-units.ts'
import { fencedLines, isBlank, textOf, type Line } from './line.ts'
import { mergeInsertions } from './merge-insertions.ts'
import { mergeLine } from './merge-line.ts'
import { mergeSequences, type MergeRules } from './merge-sequences.ts'
import type { Piece, ThreeWays } from './merged.ts'
import { leastAlike, similarity } from './similarity.ts'

/** Merges what two sides made of the same lines of Markdown. */
export function mergeLines(sides: Edited<Line>): readonly Piece<Line>[] {
  return mergeSequences(sides, { ...plainRules(sides), join: joinLine, insert: mergeInsertions })
}

/** Merges lines as git does: what both changed in one place is a conflict, whatever it says. */
export function mergePlainLines(sides: Edited<Line>): readonly Piece<Line>[] {
  return mergeSequences(sides, { ...plainRules(sides), followsMoves: false })
}

/** Does so, and takes what both changed right beside each other for one place. */
export function mergeApart(sides: Edited<Line>): readonly Piece<Line>[] {
  return mergeSequences(sides, { ...plainRules(sides), followsMoves: false, isBound: () => true })
}

function plainRules({ base }: ThreeWays<readonly Line[]>): MergeRules<Line> {
  const isFenced = fencedLines(base)
  return {
    keyOf: textOf,
    join: () => null,
    insert: () => null,
    isSeparator: isBlank,
    isBound: (index) => isFenced[index] === true,
    unitsOf: (mine, yours) => findUnits(base, mine, yours),
  }
}

/** A line that both sides changed, in one; null where they changed the same of it, or one wrote another line there. */
export function joinLine({ base, ours, theirs }: ThreeWays<Line>): Line | null {
  if ([base, ours, theirs].some(isBlank)) return null
  if ([ours, theirs].some(({ text }) => similarity(base.text, text) < leastAlike)) return null
  const text = mergeLine({ base: base.text, ours: ours.text, theirs: theirs.text })
  return text === null ? null : { ...base, text }
}
