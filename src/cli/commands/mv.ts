import { z } from 'zod'
import { moveNote } from '../../tools/notes/move-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import { once } from '../../model/once.ts'
import { askWords } from '../ask-at-terminal.ts'
import { canAskHere, withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { describeMoved } from './describe-moved.ts'

const input = z.object({
  note: z.string().optional(),
  to: z.string().optional(),
  type: z.string().optional(),
  parents: z.boolean().default(false),
  dryRun: z.boolean().default(false),
})

/** `flint mv NOTE FOLDER/` or `flint mv NOTE PATH.md`; with --type the folder of a note type. */
export async function mv(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, to, type, parents, dryRun } = input.parse(given)
  if (
    (to !== undefined && type !== undefined) ||
    (to === undefined && type === undefined && !canAskHere(cli))
  ) {
    throw new VaultError('INVALID_ARGUMENT', 'Say where to: a folder, a path, or --type.', {
      hint: 'For example: flint mv idea.md projects/, flint mv idea.md projects/lamp.md',
    })
  }
  const place = once(async () =>
    type === undefined
      ? placeOf(to ?? (await askWords('Where to? A folder, or the whole new path.', cli)))
      : { new_type: type },
  )
  const data = await withNote(note, cli, async (named) =>
    cli.call(moveNote, { ...named, ...(await place()), create_folders: parents, dry_run: dryRun }),
  )
  return { data, text: describeMoved(data, dryRun, cli) }
}

function placeOf(to: string): { readonly to: string } | { readonly destination_directory: string } {
  // `mv a.md projects` means the folder, as everywhere; a name with an ending is a file.
  if (!to.endsWith('/') && /\.[^/.]+$/.test(to)) return { to }
  return { destination_directory: to === '.' ? '/' : to.replace(/(?<=.)\/+$/, '') }
}
