import { z } from 'zod'
import { renameNote } from '../../tools/notes/rename-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { describeMoved } from './describe-moved.ts'

const input = z.object({
  note: z.string(),
  title: z.array(z.string()),
  file: z.boolean().default(true),
  dryRun: z.boolean().default(false),
})

/** `flint rename NOTE TITLE…`: the title and, unless --no-file, the name of its file. */
export async function rename(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, title, file, dryRun } = input.parse(given)
  const data = await cli.call(renameNote, {
    identifier: note,
    new_title: title.join(' '),
    rename_file: file,
    dry_run: dryRun,
  })
  return { data, text: describeMoved(data, dryRun, cli) }
}
