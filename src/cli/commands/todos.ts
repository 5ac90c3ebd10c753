import { z } from 'zod'
import { getTodos } from '../../tools/tasks/get-todos.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { fromLocal } from '../local-time.ts'
import { exitCodes } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'
import { oneLine } from '../plain-text.ts'

const input = z.object({
  dir: z.array(z.string()).optional(),
  status: z.string().optional(),
  since: z.string().optional(),
  limit: z.number().default(50),
  all: z.boolean().default(false),
})

type Todo = OutputOf<typeof getTodos>['todos'][number]

/** `flint todos` */
export async function todos(given: unknown, cli: Cli): Promise<Outcome> {
  const { dir, status, since, limit, all } = input.parse(given)
  const asked = {
    ...(dir !== undefined && dir.length > 0 && { directories: dir }),
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since: fromLocal(since) }),
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
  if (!cli.isJson) {
    if (missing !== undefined) cli.say(oneLine(missing))
    if (total === 0) cli.say('No task.')
    if (found.length < total) cli.say(`${found.length} of ${total} tasks; --limit shows more.`)
  }
  return {
    data: { ...first, ...pages.at(-1), todos: found },
    text: byNote(found, cli).join('\n'),
    ...(total === 0 && missing !== undefined && { exitCode: exitCodes.notFound }),
  }
}

/** A line for each note, and below it one for each of its tasks. */
function byNote(found: readonly Todo[], { terminal: { paint } }: Cli): readonly string[] {
  return found.flatMap((todo, index) => {
    const { vault_id: vault, path, title, line_number: line, mark, task_text: text } = todo
    const last = found[index - 1]
    const isSame = last?.path === path && last.vault_id === vault
    const where = vault === undefined ? path : `${vault}: ${path}`
    return [
      ...(isSame ? [] : [`${paint('bold', oneLine(where))}  ${oneLine(title)}`]),
      `  ${paint('dim', `${line}:`)} [${oneLine(mark).padEnd(1)}] ${oneLine(text)}`,
    ]
  })
}
