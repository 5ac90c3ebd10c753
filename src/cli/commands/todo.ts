import { openDailyNote } from '../../tools/notes/open-daily-note.ts'
import { addTodo } from '../../tools/tasks/add-todo.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { defined } from '../../model/defined.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { textOrPipe } from '../text-or-pipe.ts'
import { describeWritten } from './describe-written.ts'

/** Where the templates of flint and of a new zk notebook have what is to be done on that day. */
const planned = 'Plan'

/** `flint todo TEXT…`: into a note, else into the note of today. */
export async function todo({ text: words, note, under }: Given<'todo'>, cli: Cli): Promise<Outcome> {
  const text = await textOrPipe(words, cli, 'Which task?')
  const day = note === undefined ? await cli.call(openDailyNote, {}) : null
  const identifier = note ?? day?.id ?? ''
  const plans = day?.headings?.filter((heading) => heading.text === planned) ?? []
  const section = under ?? (plans.length === 1 ? planned : undefined)
  const added = await cli.call(addTodo, { identifier, text, ...defined({ section_header: section }) })
  const warnings = [...(day?.warnings ?? []), ...(added.warnings ?? [])]
  const data = { ...added, ...(warnings.length > 0 && { warnings }) }
  const done = `[ ] ${oneLine(data.task_text)}  (${plainPath(data.id)}:${data.line_number})`
  const made = day?.change_id
  return {
    data: { ...data, ...defined({ day_change_id: made }) },
    text: describeWritten(data, done, cli, made),
  }
}
