import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { deleteNoteCommand } from './delete-note-command.ts'

/** `flint archive NOTE`: `flint delete note NOTE --mode archive`. */
export async function archive(given: unknown, cli: Cli): Promise<Outcome> {
  return await deleteNoteCommand({ ...Object(given), mode: 'archive' }, cli)
}
