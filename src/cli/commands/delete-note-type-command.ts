import { deleteNoteType } from '../../tools/types/delete-note-type.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { deleteWithConsent } from '../delete-with-consent.ts'
import { countOf, oneLine } from '../plain-text.ts'
import { describeDeleted } from './describe-deleted.ts'
import { describeWritten } from './describe-written.ts'

/** `flint delete note-type TYPE --action error|migrate|delete` */
export async function deleteNoteTypeCommand(given: Given<'delete note-type'>, cli: Cli): Promise<Outcome> {
  const { type, action = 'error', target, ...consent } = given
  const args = { type_name: type, action, ...defined({ target_type: target }) }
  const { paint } = cli.terminal
  return await deleteWithConsent(
    {
      call: (consent, how) => cli.call(deleteNoteType, { ...args, ...consent }, how),
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
