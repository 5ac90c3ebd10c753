import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { mayChange } from '../../page/calls/why-not-edited.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { findNote } from '../note-file.ts'
import { openInEditor } from '../open-in-editor.ts'

const input = z.object({ note: z.string().optional() })

/** `flint edit [NOTE]` */
export async function edit(given: unknown, cli: Cli): Promise<Outcome> {
  const { note } = input.parse(given)
  const found = await findNote(note, cli)
  await requireWritable(found.vault, cli)
  await openInEditor(found.file, cli)
  return { data: { id: found.path, file: found.file }, text: '' }
}

/** An editor writes past the tools: what they may not change is not opened to be changed. */
async function requireWritable(id: string, cli: Cli): Promise<void> {
  const { hub } = await cli.app()
  const vault = await hub.open((await hub.find(id)).id)
  if (mayChange(vault)) return
  throw new VaultError('PERMISSION_DENIED', `Vault "${id}" does not allow its notes to be changed.`, {
    permission: 'permissions.write',
    hint: 'Its owner can allow it in .flint-note/config.yml. flint show prints the note.',
  })
}
