import { z } from 'zod'
import { bulkDeleteNotes } from '../../tools/notes/bulk-delete-notes.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { consentOptions, deleteWithConsent } from '../delete-with-consent.ts'
import { describeDeleted } from './describe-deleted.ts'
import { countOf } from '../count-of.ts'
import { exitCodes } from '../exit-codes.ts'
import { defined } from '../../model/defined.ts'

const input = z.object({
  type: z.string().optional(),
  tag: z.array(z.string()).default([]),
  pattern: z.string().optional(),
  mode: z.string().optional(),
  reason: z.string().optional(),
  ...consentOptions,
})

/** `flint delete notes --type TYPE --tag TAG --pattern GLOB` */
export async function deleteNotesCommand(given: unknown, cli: Cli): Promise<Outcome> {
  const { type, tag, pattern, mode, reason, ...consent } = input.parse(given)
  const args = {
    ...(type !== undefined && { type }),
    ...(tag.length > 0 && { tags: tag }),
    ...defined({ pattern, mode, reason }),
  }
  const found: number[] = []
  const outcome = await deleteWithConsent(
    {
      call: (consent, unasked) => cli.call(bulkDeleteNotes, { ...args, ...consent }, unasked),
      describe: (result, isPlan) => {
        found.push(result.note_count)
        return result.note_count === 0 ? '' : describeDeleted(result, isPlan, cli)
      },
      question: ({ mode, note_count: count }) =>
        mode === 'permanent'
          ? `Remove ${countOf(count, 'note')} for good?`
          : `Move ${countOf(count, 'note')} away?`,
    },
    consent,
    cli,
  )
  if (found.at(-1) !== 0) return outcome
  if (!cli.isJson) cli.say('No note fits.')
  return { ...outcome, exitCode: exitCodes.notFound }
}
