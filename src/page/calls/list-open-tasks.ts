import { z } from 'zod'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { mayChange } from './why-not-edited.ts'
import { findTasks, soleTasks } from '../../index-db/task-queries.ts'

export const listOpenTasks = defineVaultsTool({
  name: 'list_open_tasks',
  title: 'Open tasks',
  toolset: 'person',
  description:
    'Open tasks of all notes that are not archived, with what it takes to tick just the one that is shown.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'todos', limit: 60, max: 1_000 },
  input: z.object({}),
  output: z.object({
    todos: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        line_number: z.number(),
        task_text: z.string(),
        is_sole: z.boolean().describe('Whether no other task of the note has this text.'),
        content_hash: z.string(),
        may_change: z.boolean().describe('Whether the vault allows it.'),
      }),
    ),
  }),
  async handler({ limit, offset }, vault) {
    await vault.index.settled()
    const may_change = mayChange(vault)
    const filter = { notes: { includeArchived: false }, directories: [], status: { state: 'open' } } as const
    return await vault.index.query(async ({ queries }) => {
      const { tasks, total } = await findTasks(queries, filter, { limit, offset })
      const sole = await soleTasks(queries, tasks)
      const todos = tasks.map((task) => {
        const { path, title, line, text, hash } = task
        const is_sole = sole.has(task)
        const shown = { path, title, line_number: line, task_text: text, is_sole, content_hash: hash }
        return { ...shown, may_change }
      })
      return { todos, total }
    })
  },
})
