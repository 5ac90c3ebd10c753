import { moveNote } from '../../tools/notes/move-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import { once } from '../../model/once.ts'
import { askWords } from '../ask-at-terminal.ts'
import { requireNote, withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { placeHere } from '../note-here.ts'
import { describeMoved } from './describe-moved.ts'

/** `flint mv NOTE FOLDER/` or `flint mv NOTE PATH.md`; with --type the folder of a note type. */
export async function mv({ note, to, type, parents, dryRun }: Given<'mv'>, cli: Cli): Promise<Outcome> {
  if ((to !== undefined && type !== undefined) || (to === undefined && type === undefined && !cli.canAsk)) {
    throw new VaultError('INVALID_ARGUMENT', 'Say where to: a folder, a path, or --type.', {
      hint: 'For example: flint mv idea.md projects/, flint mv idea.md projects/lamp.md',
    })
  }
  const place = once(async () =>
    type === undefined
      ? placeOf(
          await placeHere(to ?? (await askWords('Where to? A folder, or the whole new path.', cli)), cli),
        )
      : { new_type: type },
  )
  const data = await withNote(note, cli, async (named) => {
    if (to === undefined && type === undefined) await requireNote(named, cli)
    return await cli.call(moveNote, {
      ...named,
      ...(await place()),
      create_folders: parents,
      dry_run: dryRun,
    })
  })
  return { data, text: describeMoved(data, dryRun, cli) }
}

function placeOf(to: string): { readonly to: string } | { readonly destination_directory: string } {
  // `mv a.md projects` means the folder, as everywhere; a name with an ending is a file.
  if (!to.endsWith('/') && /\.[^/.]+$/.test(to)) return { to }
  return { destination_directory: to === '.' ? '/' : to.replace(/(?<=.)\/+$/, '') }
}
