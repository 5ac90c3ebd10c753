import { getTodos } from '../../tools/tasks/get-todos.ts'
import { dayAfter } from '../../model/local-day.ts'
import { dayOf } from '../../tools/note-filter-input.ts'
import type { OutputOf } from '../../call/tool.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { fromLocal } from '../local-time.ts'
import { exitCodes } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { placeOf } from '../file-of.ts'

type Todo = OutputOf<typeof getTodos>['todos'][number]

/** `flint todos` */
export async function todos(given: Given<'todos'>, cli: Cli): Promise<Outcome> {
  const { dir, status, due, since, limit = 50, all } = given
  const asked = {
    ...defined({
      directories: dir,
      status,
      // What is due by a day is due on it, too.
      due_before: due && dayAfter(dayOf('--due', due, new Date(), 'last')),
      since: since && fromLocal(since),
    }),
    ...(all && { vault_id: '*' }),
  }
  const pages: OutputOf<typeof getTodos>[] = []
  const { items: found, total } = await readPages(limit, async (page) => {
    const data = await cli.call(getTodos, { ...asked, ...page })
    pages.push(data)
    return { items: data.todos, total: data.total, next: data.next_cursor }
  })
  const [first] = pages
  const missing = first?.message
  if (missing !== undefined) cli.tell(oneLine(missing))
  if (total === 0) cli.tell('No task.')
  if (found.length < total) cli.tell(`${found.length} of ${total} tasks; --limit shows more.`)
  return {
    data: { ...first, ...pages.at(-1), todos: found },
    text: byNote(found, cli).join('\n'),
    ...(total === 0 && missing !== undefined && dir !== undefined && { exitCode: exitCodes.notFound }),
  }
}

/** A line for each note, and below it one for each of its tasks. */
function byNote(found: readonly Todo[], { terminal: { paint } }: Cli): readonly string[] {
  return found.flatMap((todo, index) => {
    const { title, line_number: line, mark, task_text: text } = todo
    const last = found[index - 1]
    const isSame = last?.path === todo.path && last.vault_id === todo.vault_id
    return [
      ...(isSame ? [] : [`${paint('bold', plainPath(placeOf(todo)))}  ${oneLine(title)}`]),
      `  ${paint('dim', `${line}:`)} [${oneLine(mark).padEnd(1)}] ${oneLine(text)}`,
    ]
  })
}
