import { bulkDeleteNotes } from '../../tools/notes/bulk-delete-notes.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { deleteWithConsent } from '../delete-with-consent.ts'
import { describeDeleted } from './describe-deleted.ts'
import { countOf } from '../plain-text.ts'
import { exitCodes } from '../exit-codes.ts'
import { defined } from '../../model/defined.ts'

/** `flint delete notes --type TYPE --tag TAG --pattern GLOB` */
export async function deleteNotesCommand(given: Given<'delete notes'>, cli: Cli): Promise<Outcome> {
  const { type, tag, pattern, mode, reason, ...consent } = given
  const args = {
    ...defined({ type, tags: tag, pattern, mode, reason }),
  }
  const found: number[] = []
  const outcome = await deleteWithConsent(
    {
      call: (consent, how) => cli.call(bulkDeleteNotes, { ...args, ...consent }, how),
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
  cli.tell('No note fits.')
  return { ...outcome, exitCode: exitCodes.notFound }
}
