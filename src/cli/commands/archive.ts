import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { deleteNoteCommand } from './delete-note-command.ts'

/** `flint archive NOTE`: `flint delete note NOTE --mode archive`. */
export async function archive(given: Given<'archive'>, cli: Cli): Promise<Outcome> {
  return await deleteNoteCommand({ ...given, mode: 'archive' }, cli)
}
