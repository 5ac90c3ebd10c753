import { z } from 'zod'
import { renameNote } from '../../tools/notes/rename-note.ts'
import { once } from '../../model/once.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeMoved } from './describe-moved.ts'

const input = z.object({
  note: z.string().optional(),
  title: z.array(z.string()).optional(),
  file: z.boolean().default(true),
  dryRun: z.boolean().default(false),
})

/** `flint rename NOTE TITLE…`: the title and, unless --no-file, the name of its file. */
export async function rename(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, title, file, dryRun } = input.parse(given)
  const newTitle = once(() => textOrPipe(title, cli, 'What is its new title?'))
  const data = await withNote(note, cli, async (named) =>
    cli.call(renameNote, { ...named, new_title: await newTitle(), rename_file: file, dry_run: dryRun }),
  )
  return { data, text: describeMoved(data, dryRun, cli) }
}
