import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { consentOptions, deleteWithConsent } from '../delete-with-consent.ts'
import { oneLine } from '../plain-text.ts'
import { deletedShape, describeDeleted } from './describe-deleted.ts'
import { countOf } from '../count-of.ts'

const input = z.object({
  type: z.string(),
  action: z.string().default('error'),
  target: z.string().optional(),
  ...consentOptions,
})

const shape = z.object({ type_name: z.string(), ...deletedShape })

/** `flint delete note-type TYPE --action error|migrate|delete` */
export async function deleteNoteType(given: unknown, cli: Cli): Promise<Outcome> {
  const { type, action, target, ...consent } = input.parse(given)
  const args = { type_name: type, action, ...(target !== undefined && { target_type: target }) }
  const { paint } = cli.terminal
  return await deleteWithConsent(
    {
      tool: 'delete_note_type',
      args,
      shape,
      describe: (result, isPlan) => {
        const name = paint('bold', oneLine(result.type_name))
        const what = `The note type ${name} ${isPlan ? 'would be' : 'was'} deleted.`
        return result.note_count === 0 ? what : `${what}\n${describeDeleted(result, isPlan, cli)}`
      },
      question: ({ type_name: name, note_count: count }) =>
        `Delete the note type ${oneLine(name)} (${countOf(count, 'note')}: ${action})?`,
    },
    consent,
    cli,
  )
}
