import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine } from '../plain-text.ts'

const input = z.object({
  dir: z.array(z.string()).optional(),
  status: z.string().optional(),
  since: z.string().optional(),
  limit: z.number().default(50),
  all: z.boolean().default(false),
})

const shape = z.object({
  todos: z.array(
    z.object({
      vault_id: z.string().optional(),
      path: z.string(),
      title: z.string(),
      line_number: z.number(),
      task_text: z.string(),
      mark: z.string(),
    }),
  ),
  total: z.number(),
  freshness: z.object({ message: z.string() }).optional(),
})

type Todo = z.output<typeof shape>['todos'][number]

/** `flint todos` */
export async function todos(given: unknown, cli: Cli): Promise<Outcome> {
  const { dir, status, since, limit, all } = input.parse(given)
  const data = await cli.call('get_todos', {
    limit,
    ...(dir !== undefined && dir.length > 0 && { directories: dir }),
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since }),
    ...(all && { vault_id: '*' }),
  })
  const { todos: found, total, freshness } = shape.parse(data)
  if (!cli.isJson) {
    if (freshness !== undefined) cli.say(freshness.message)
    if (total === 0) cli.say('No task.')
    if (found.length < total) cli.say(`${found.length} of ${total} tasks; --limit shows more.`)
  }
  return { data, text: byNote(found, cli).join('\n') }
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
