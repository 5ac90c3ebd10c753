import type { Edited } from './find-edits.ts'
import { fencedLines, isBlank } from './line.ts'
import { mergeInsertions } from './merge-insertions.ts'
import { mergeLine } from './merge-line.ts'
import { mergeSequences, type MergeRules } from './merge-sequences.ts'
import type { Piece, ThreeWays } from './merged.ts'
import { leastAlike, similarity } from './similarity.ts'

/** Merges what two sides made of the same lines of Markdown. */
export function mergeLines(sides: Edited): readonly Piece[] {
  const { isBound } = plainRules(sides)
  return mergeSequences(sides, { join: joinLine, insert: mergeInsertions, isBound, followsMoves: true })
}

/** Merges lines as git does: what both changed in one place is a conflict, whatever it says. */
export function mergePlainLines(sides: Edited): readonly Piece[] {
  return mergeSequences(sides, plainRules(sides))
}

/** Does so, and takes what both changed right beside each other for one place. */
export function mergeApart(sides: Edited): readonly Piece[] {
  return mergeSequences(sides, { ...plainRules(sides), isBound: () => true })
}

function plainRules({ base }: Edited): MergeRules {
  const isFenced = fencedLines(base)
  return {
    join: () => null,
    insert: () => null,
    isBound: (index) => isFenced[index] === true,
    followsMoves: false,
  }
}

/** A line that both sides changed, in one; null where they changed the same of it, or one wrote another line there. */
export function joinLine(sides: ThreeWays<string>): string | null {
  const { base, ours, theirs } = sides
  if ([base, ours, theirs].some(isBlank)) return null
  return [ours, theirs].some((line) => similarity(base, line) < leastAlike) ? null : mergeLine(sides)
}
