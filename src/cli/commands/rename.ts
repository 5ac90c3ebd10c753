import { renameNote } from '../../tools/notes/rename-note.ts'
import { once } from '../../model/once.ts'
import { requireNote, withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeMoved } from './describe-moved.ts'

/** `flint rename NOTE TITLE…`: the title and, unless --no-file, the name of its file. */
export async function rename({ note, title, file, dryRun }: Given<'rename'>, cli: Cli): Promise<Outcome> {
  const newTitle = once(() => textOrPipe(title, cli, 'What is its new title?'))
  const data = await withNote(note, cli, async (named) => {
    if (title.length === 0 && cli.canAsk) await requireNote(named, cli)
    return await cli.call(renameNote, {
      ...named,
      new_title: await newTitle(),
      rename_file: file,
      dry_run: dryRun,
    })
  })
  return { data, text: describeMoved(data, dryRun, cli) }
}
