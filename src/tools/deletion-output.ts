import { z } from 'zod'
import { isAtTerminal, type CallContext } from '../call/tool-context.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import type { DeletedNotes } from '../domain/remove-notes.ts'
import { plannedChanges, toPlanned } from './move-output.ts'

/** What every deletion says of the links to what it deletes. */
export const stakeShape = {
  backlinks: z.array(
    z.object({ id: z.string(), target: z.string(), line_number: z.number(), context: z.string() }),
  ),
  backlink_count: z.number().nullable(),
  /** Archived notes take their links along; links to others break. */
  links_break: z.boolean(),
  updated_references: z.array(z.object({ id: z.string(), links: z.number() })),
  updated_reference_count: z.number(),
  /** Of a dry run: what it does to these. */
  changes: plannedChanges.optional(),
  /** Absolute, for a person at the machine alone. */
  backups: z.array(z.string()).meta({ unlisted: true }).optional(),
}

export function toStake(
  { facts, changeId, reports }: WriteOutcome & { readonly facts: DeletedNotes },
  linksFollow: boolean,
  ctx: CallContext,
) {
  const { notes, links, updatedReferences, backups = [] } = facts
  const rewritten = new Set(changeId === null ? updatedReferences.map(({ id }) => id) : [])
  return {
    backlinks: links.examples.map((link) => ({ ...link })),
    backlink_count: links.total,
    links_break: !linksFollow && links.total !== 0 && notes.length > 0,
    updated_references: updatedReferences.map((reference) => ({ ...reference })),
    updated_reference_count: updatedReferences.length,
    ...(rewritten.size > 0 && { changes: toPlanned(reports.filter(({ path }) => rewritten.has(path))) }),
    ...(isAtTerminal(ctx) && backups.length > 0 && { backups: [...backups] }),
  }
}

/** What a deletion of several notes says of them. */
export const deletedShape = {
  notes: z.array(z.object({ id: z.string(), new_path: z.string().optional() })),
  note_count: z.number(),
  ...stakeShape,
  change_id: z.string().optional(),
  dry_run: z.boolean().optional(),
  warnings: z.array(z.string()).optional(),
}

export function toDeleted(
  written: WriteOutcome & { readonly facts: DeletedNotes },
  linksFollow: boolean,
  dryRun: boolean,
  ctx: CallContext,
) {
  const { facts, changeId } = written
  return {
    notes: facts.notes.map(({ path, newPath }) => ({
      id: path,
      ...(newPath !== null && { new_path: newPath }),
    })),
    note_count: facts.notes.length,
    ...toStake(written, linksFollow, ctx),
    ...(changeId !== null && { change_id: changeId }),
    ...(dryRun && { dry_run: true }),
    ...(facts.warnings.length > 0 && { warnings: [...facts.warnings] }),
  }
}
