import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { requireNoteAt } from '../../domain/whole-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { completeTodo } from '../../tools/tasks/complete-todo.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, path, repository } from './obsidian-dialect.ts'

export const taskDone = settingTool('done', {
  name: 'task_done',
  title: 'Complete a task',
  description: 'Mark the task on a line as done. Give its text, and it is found although lines have moved.',
})

export const taskToggle = settingTool('toggle', {
  name: 'task_toggle',
  title: 'Toggle a task',
  description: 'Mark the task on a line as done, or as open where it is done.',
})

function settingTool(
  status: 'done' | 'toggle',
  face: { readonly name: string; readonly title: string; readonly description: string },
) {
  return defineDialectTool(dialect, {
    ...face,
    like: completeTodo,
    input: z.strictObject({
      ...repository,
      path,
      line: z.number().int().min(1).max(10_000_000).describe('Line of the task, from 1.'),
      text: z.string().min(1).max(10_000).optional().describe('Its text, so that no other one is changed.'),
    }),
    output: z.object({ path: z.string(), line: z.number(), text: z.string(), done: z.boolean() }),
    async run({ path: named, line, text }, vault, ctx) {
      const identifier = await requireNoteAt(vault, named)
      const task_text = text ?? (await textAt(vault, identifier, line))
      const args = { identifier, line_number: line, task_text, status }
      const task = await callOurs(completeTodo, args, { vault, ctx })
      const isDone = task.status === 'completed'
      return { path: task.path, line: task.line_number, text: task.task_text, done: isDone }
    },
  })
}

async function textAt(vault: VaultContext, id: string, line: number): Promise<string> {
  const { text } = await vault.writer.read(id)
  const task = await vault.textWork.run('readTaskAt', text, { line })
  if (task !== null) return task
  throw new VaultError('TASK_NOT_FOUND', `There is no task on line ${line} of ${id}.`, {
    path: id,
    hint: { kind: 'list-tasks' },
  })
}
