import type { Edited } from './find-edits.ts'
import { keepsContext } from './keeps-context.ts'
import { keepsLabels } from './keeps-labels.ts'
import { keepsMoves } from './keeps-moves.ts'
import { keepsParents } from './keeps-parents.ts'
import { keepsRemovals } from './keeps-removals.ts'
import { keepsStructure } from './keeps-structure.ts'
import { keepsTables } from './keeps-tables.ts'
import { keepsTasks } from './keeps-tasks.ts'
import { keepsWords } from './keeps-words.ts'
import type { Piece } from './merged.ts'

/** Whether a merge holds what its sides made of the text, whatever the merge has understood of them. */
export function keepsAll(sides: Edited, merged: readonly Piece[]): boolean {
  return checks.every((keeps) => keeps(sides, merged))
}

const checks = [
  keepsWords,
  keepsMoves,
  keepsRemovals,
  keepsStructure,
  keepsParents,
  keepsTables,
  keepsLabels,
  keepsTasks,
  keepsContext,
]
