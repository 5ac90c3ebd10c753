import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { consentOptions, deleteWithConsent } from '../delete-with-consent.ts'
import { deletedShape, describeDeleted } from './describe-deleted.ts'
import { countOf } from '../count-of.ts'

const input = z.object({
  type: z.string().optional(),
  tag: z.array(z.string()).default([]),
  pattern: z.string().optional(),
  mode: z.string().optional(),
  reason: z.string().optional(),
  ...consentOptions,
})

const shape = z.object({ mode: z.string(), ...deletedShape })

/** `flint delete notes --type TYPE --tag TAG --pattern GLOB` */
export async function deleteNotes(given: unknown, cli: Cli): Promise<Outcome> {
  const { type, tag, pattern, mode, reason, ...consent } = input.parse(given)
  const args = {
    ...(type !== undefined && { type }),
    ...(tag.length > 0 && { tags: tag }),
    ...(pattern !== undefined && { pattern }),
    ...(mode !== undefined && { mode }),
    ...(reason !== undefined && { reason }),
  }
  return await deleteWithConsent(
    {
      tool: 'bulk_delete_notes',
      args,
      shape,
      describe: (result, isPlan) => describeDeleted(result, isPlan, cli),
      question: ({ mode, note_count: count }) =>
        mode === 'permanent'
          ? `Remove ${countOf(count, 'note')} for good?`
          : `Move ${countOf(count, 'note')} away?`,
    },
    consent,
    cli,
  )
}
