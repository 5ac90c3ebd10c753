import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { requireNoteAt } from '../../domain/whole-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { completeTodo } from '../../tools/tasks/complete-todo.ts'
import { callOurs } from '../define-dialect-tool.ts'
import { path, repository } from './obsidian-dialect.ts'

const line = z.number().int().min(1).max(10_000_000).describe('Line of the task, from 1.')

export const taskInput = z.strictObject({
  ...repository,
  path,
  line,
  text: z.string().min(1).max(10_000).optional().describe('Its text, so that no other one is changed.'),
})
export const taskOutput = z.object({
  path: z.string(),
  line: z.number(),
  text: z.string(),
  done: z.boolean(),
})

export async function setTask(
  { path: named, line: at, text: given }: z.output<typeof taskInput>,
  status: 'done' | 'toggle',
  where: Parameters<typeof callOurs>[2],
): Promise<z.output<typeof taskOutput>> {
  const id = await requireNoteAt(where.vault, named)
  const args = {
    identifier: id,
    line_number: at,
    task_text: given ?? (await textAt(where.vault, id, at)),
    status,
  }
  const task = await callOurs(completeTodo, args, where)
  return { path: task.path, line: task.line_number, text: task.task_text, done: task.status === 'completed' }
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
