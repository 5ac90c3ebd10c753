import { appendToNote } from '../../tools/notes/append-to-note.ts'
import { once } from '../../model/once.ts'
import { withNote } from '../choose-note.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { countOf, plainPath, withoutControls } from '../plain-text.ts'
import { refuseTogether } from '../refuse-together.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeWritten } from './describe-written.ts'

/** `flint append NOTE [TEXT…]` */
export async function append(given: Given<'append'>, cli: Cli): Promise<Outcome> {
  const { note, text, under, heading, dated, dryRun } = given
  refuseTogether({ '--dated': dated, '--heading': heading !== undefined })
  const content = once(() => textOrPipe(text, cli, 'What is added?'))
  const data = await withNote(note, cli, async (named) =>
    cli.call(appendToNote, {
      ...named,
      content: await content(),
      ...defined({ under, section_header: heading }),
      ...{ dated, dry_run: dryRun },
    }),
  )
  const done = `${countOf(data.appended_lines, 'line')} ${dryRun ? 'would be' : 'is'} added to ${plainPath(data.id)}.`
  const diff = dryRun && data.diff !== undefined ? `\n${withoutControls(data.diff)}` : ''
  return { data, text: `${describeWritten(data, done.replace(/^(\d+ lines) is/, '$1 are'), cli)}${diff}` }
}
