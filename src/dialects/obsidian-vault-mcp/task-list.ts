import { z } from 'zod'
import { taskStates } from '../../model/task-state.ts'
import { findNoteAt } from '../../domain/whole-note.ts'
import { getTodos } from '../../tools/tasks/get-todos.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { listAll } from '../list-all.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

const taskShape = {
  path: z.string(),
  line: z.number(),
  text: z.string(),
  status: z.enum(taskStates),
  done: z.boolean(),
}

export const taskList = defineDialectTool(dialect, {
  name: 'task_list',
  title: 'Tasks in the notes',
  description:
    'Tasks of all notes, each with its path, line and text: open ones unless status says otherwise.',
  like: getTodos,
  input: z.strictObject({
    ...repository,
    path: path.optional().describe('Only in this note, or in this folder and below.'),
    status: z.enum(['open', 'done', 'all']).default('open').describe('Which tasks.'),
  }),
  output: z.object({ tasks: z.array(z.object(taskShape)) }),
  async run({ path: named, status }, vault, ctx) {
    const id = named === undefined ? null : await findNoteAt(vault, named)
    const folder = id === null ? (named ?? '.') : folderOrRoot(id)
    const args = { directories: [folder], status }
    const { items } = await listAll(getTodos, args, ({ todos }) => todos, { vault, ctx })
    const wanted = id === null ? items : items.filter((task) => task.path === id)
    return {
      tasks: wanted.map(({ path: note, line_number: at, task_text: text, status: state }) => ({
        path: note,
        line: at,
        text,
        status: state,
        done: state === 'done',
      })),
    }
  },
})

function folderOrRoot(id: string): string {
  return id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : '.'
}
