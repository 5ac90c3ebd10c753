import { z } from 'zod'
import { moveNote } from '../../tools/notes/move-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { describeMoved } from './describe-moved.ts'

const input = z.object({
  note: z.string(),
  to: z.string().optional(),
  type: z.string().optional(),
  parents: z.boolean().default(false),
  dryRun: z.boolean().default(false),
})

/** `flint mv NOTE FOLDER/` or `flint mv NOTE PATH.md`; with --type the folder of a note type. */
export async function mv(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, to, type, parents, dryRun } = input.parse(given)
  if ((to === undefined) === (type === undefined)) {
    throw new VaultError('INVALID_ARGUMENT', 'Say where to: a folder, a path, or --type.', {
      hint: 'For example: flint mv idea.md projects/, flint mv idea.md projects/lamp.md',
    })
  }
  // `mv a.md projects` means the folder, as everywhere; a name with an ending is a file.
  const isFile = to !== undefined && !to.endsWith('/') && /\.[^/.]+$/.test(to)
  const folder = to === undefined ? '' : to === '.' ? '/' : to.replace(/(?<=.)\/+$/, '')
  const data = await cli.call(moveNote, {
    identifier: note,
    ...(type !== undefined && { new_type: type }),
    ...(to !== undefined && (isFile ? { to } : { destination_directory: folder })),
    create_folders: parents,
    dry_run: dryRun,
  })
  return { data, text: describeMoved(data, dryRun, cli) }
}
