import { z } from 'zod'
import type { ChangeReport } from '../changes/change-plan.ts'
import type { UpdatedReference } from '../domain/plan-moves.ts'
import type { MovedNote } from '../domain/relocate-note.ts'
import { toWritten, writtenShape } from './write-output.ts'

/** What a dry run shows of each file. */
export const plannedChanges = z.array(
  z.object({ kind: z.string(), path: z.string(), new_path: z.string().optional(), diff: z.string() }),
)

export function toPlanned(reports: readonly ChangeReport[]): z.output<typeof plannedChanges> {
  return reports.map(({ kind, path, new_path: place, diff }) => ({
    kind,
    path,
    ...(place !== undefined && { new_path: place }),
    diff,
  }))
}

/** A note or canvas whose links were rewritten. */
export const updatedReference = z.object({ id: z.string(), path: z.string(), links: z.number() })

export function toReferences(
  references: readonly UpdatedReference[],
): readonly z.output<typeof updatedReference>[] {
  return references.map(({ id, links }) => ({ id, path: id, links }))
}

/** What renaming and moving report. */
export const movedShape = {
  old_id: z.string(),
  new_id: z.string(),
  old_path: z.string(),
  new_path: z.string(),
  old_title: z.string().optional(),
  new_title: z.string().optional(),
  moved_files: z.number(),
  updated_references: z.array(updatedReference),
  updated_reference_count: z.number(),
  updated_link_count: z.number(),
  own_links_updated: z.number(),
  healed_links: z.number(),
  changes: plannedChanges.optional(),
  ...writtenShape,
}

export function toMoved(note: MovedNote, dryRun: boolean) {
  const { from, to, oldTitle, newTitle, updatedReferences, reports } = note
  return {
    old_id: from,
    new_id: to,
    old_path: from,
    new_path: to,
    ...(oldTitle !== null && { old_title: oldTitle }),
    ...(newTitle !== null && { new_title: newTitle }),
    moved_files: note.moved.length,
    updated_references: toReferences(updatedReferences),
    updated_reference_count: updatedReferences.length,
    updated_link_count: updatedReferences.reduce((sum, { links }) => sum + links, 0),
    own_links_updated: note.ownLinks,
    healed_links: note.healed,
    ...(dryRun && { changes: toPlanned(reports) }),
    ...toWritten({ ...note, path: from }, dryRun),
  }
}
