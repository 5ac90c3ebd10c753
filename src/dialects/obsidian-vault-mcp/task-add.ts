import { z } from 'zod'
import { createWholeNote, findNoteAt, requireNoteAt } from '../../domain/whole-note.ts'
import { addTodo } from '../../tools/tasks/add-todo.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

export const taskAdd = defineDialectTool(dialect, {
  name: 'task_add',
  title: 'Add a task',
  description:
    'Add an open task to a note, below its last task or at its end; the note is made where it is not there.',
  like: addTodo,
  errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
  input: z.strictObject({
    ...repository,
    path,
    text: z.string().min(1).max(10_000).describe('The task, on one line.'),
  }),
  output: z.object({ added: z.boolean(), path: z.string(), line: z.number(), text: z.string() }),
  async run({ path: named, text }, vault, ctx) {
    const id = await findNoteAt(vault, named)
    if (id === null) {
      await createWholeNote(vault, { path: named, text: '' }, { tool: 'task_add', dryRun: false })
    }
    const args = { identifier: id ?? (await requireNoteAt(vault, named)), text }
    const added = await callOurs(addTodo, args, { vault, ctx })
    return { added: true, path: added.path, line: added.line_number, text: added.task_text }
  },
})
