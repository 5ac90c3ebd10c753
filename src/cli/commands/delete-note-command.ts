import { deleteNote } from '../../tools/notes/delete-note.ts'
import { withNote } from '../choose-note.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { deleteWithConsent } from '../delete-with-consent.ts'
import { plainPath } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'
import { describeStake } from './describe-deleted.ts'

/** `flint delete note PATH` */
export async function deleteNoteCommand(given: Given<'delete note'>, cli: Cli): Promise<Outcome> {
  const { path, mode, reason, ...consent } = given
  const { paint } = cli.terminal
  return await withNote(path, cli, async (named) =>
    deleteWithConsent(
      {
        call: (consent, how) =>
          cli.call(deleteNote, { ...named, ...defined({ mode, reason }), ...consent }, how),
        describe: (result, isPlan) => {
          const { id, mode, new_path: newPath } = result
          const note = paint('bold', plainPath(id))
          const verb = isPlan ? 'would be' : 'was'
          const what =
            mode === 'permanent'
              ? `${note} ${verb} removed, after a backup.`
              : `${note} ${verb} moved to ${plainPath(newPath ?? `the ${mode}`)}.`
          return [describeWritten(result, what, cli), ...describeStake(result, isPlan)].join('\n')
        },
        question: ({ id, mode }) =>
          mode === 'permanent' ? `Remove ${plainPath(id)} for good?` : `Move ${plainPath(id)} away?`,
      },
      consent,
      cli,
    ),
  )
}
