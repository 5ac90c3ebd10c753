import { z } from 'zod'
import { openDailyNote } from '../../tools/notes/open-daily-note.ts'
import { addTodo } from '../../tools/tasks/add-todo.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { defined } from '../../model/defined.ts'
import { oneLine } from '../plain-text.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeWritten } from './describe-written.ts'

const input = z.object({
  text: z.array(z.string()).optional(),
  note: z.string().optional(),
  under: z.string().optional(),
})

/** `flint todo TEXT…`: into a note, else into the note of today. */
export async function todo(given: unknown, cli: Cli): Promise<Outcome> {
  const { text: words, note, under } = input.parse(given)
  const text = await textOrPipe(words, cli, 'Which task?')
  const day = note === undefined ? await cli.call(openDailyNote, {}) : null
  const identifier = note ?? day?.id ?? ''
  const data = await cli.call(addTodo, {
    identifier,
    text,
    ...(under !== undefined && { section_header: under }),
  })
  const where = `${oneLine(data.id)}:${data.line_number}`
  const made = day?.change_id
  return {
    data: { ...data, ...defined({ day_change_id: made }) },
    text: describeWritten(
      data,
      `[ ] ${oneLine(data.task_text)}  (${where})`,
      cli,
      made === undefined ? [] : [made],
    ),
  }
}
