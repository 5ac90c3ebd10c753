import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { findNote } from '../note-file.ts'
import { openInEditor } from '../open-in-editor.ts'

const input = z.object({ note: z.string().optional() })

/** `flint edit [NOTE]` */
export async function edit(given: unknown, cli: Cli): Promise<Outcome> {
  const { note } = input.parse(given)
  const found = await findNote(note, cli)
  await openInEditor(found, cli)
  return { data: { id: found.path, file: found.file }, text: '' }
}
