import { z } from 'zod'
import { deleteNoteType } from '../../tools/types/delete-note-type.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { consentOptions, deleteWithConsent } from '../delete-with-consent.ts'
import { oneLine } from '../plain-text.ts'
import { describeDeleted } from './describe-deleted.ts'
import { describeWritten } from './describe-written.ts'
import { countOf } from '../count-of.ts'

const input = z.object({
  type: z.string(),
  action: z.string().default('error'),
  target: z.string().optional(),
  ...consentOptions,
})

/** `flint delete note-type TYPE --action error|migrate|delete` */
export async function deleteNoteTypeCommand(given: unknown, cli: Cli): Promise<Outcome> {
  const { type, action, target, ...consent } = input.parse(given)
  const args = { type_name: type, action, ...(target !== undefined && { target_type: target }) }
  const { paint } = cli.terminal
  return await deleteWithConsent(
    {
      call: (consent, unasked) => cli.call(deleteNoteType, { ...args, ...consent }, unasked),
      describe: (result, isPlan) => {
        const name = paint('bold', oneLine(result.type_name))
        const what = `The note type ${name} ${isPlan ? 'would be' : 'was'} deleted.`
        return result.note_count === 0
          ? describeWritten(result, what, cli)
          : `${what}\n${describeDeleted(result, isPlan, cli)}`
      },
      question: ({ type_name: name, note_count: count }) =>
        `Delete the note type ${oneLine(name)} (${countOf(count, 'note')}: ${action})?`,
    },
    consent,
    cli,
  )
}
