import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { findNote } from '../note-file.ts'
import { openInEditor } from '../open-in-editor.ts'

/** `flint edit [NOTE]` */
export async function edit({ note }: Given<'edit'>, cli: Cli): Promise<Outcome> {
  const found = await findNote(note, cli)
  await openInEditor(found, cli)
  return { data: { id: found.path, file: found.file }, text: '' }
}
