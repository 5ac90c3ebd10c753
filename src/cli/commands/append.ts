import { z } from 'zod'
import { appendToNote } from '../../tools/notes/append-to-note.ts'
import { once } from '../../model/once.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import { countOf } from '../count-of.ts'
import type { Outcome } from '../command.ts'
import { oneLine, withoutControls } from '../plain-text.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeWritten } from './describe-written.ts'

const input = z.object({
  note: z.string().optional(),
  text: z.array(z.string()).optional(),
  under: z.string().optional(),
  heading: z.string().optional(),
  dated: z.boolean().default(false),
  dryRun: z.boolean().default(false),
})

/** `flint append NOTE [TEXT…]` */
export async function append(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, text, under, heading, dated, dryRun } = input.parse(given)
  const content = once(() => textOrPipe(text, cli, 'What is added?'))
  const data = await withNote(note, cli, async (named) =>
    cli.call(appendToNote, {
      ...named,
      content: await content(),
      ...(under !== undefined && { under }),
      ...(heading !== undefined && { section_header: heading }),
      ...{ dated, dry_run: dryRun },
    }),
  )
  const done = `${countOf(data.appended_lines, 'line')} ${dryRun ? 'would be' : 'is'} added to ${oneLine(data.id)}.`
  const diff = dryRun && data.diff !== undefined ? `\n${withoutControls(data.diff)}` : ''
  return { data, text: `${describeWritten(data, done.replace(/^(\d+ lines) is/, '$1 are'), cli)}${diff}` }
}
