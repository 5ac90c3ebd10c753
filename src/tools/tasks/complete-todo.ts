import { z } from 'zod'
import { hashParameter, noteParameter, toldOnce } from '../../call/common-input.ts'
import { taskStates } from '../../model/task-state.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const completeTodo = defineVaultTool({
  name: 'complete_todo',
  title: 'Complete a task',
  toolset: 'tasks',
  description:
    'Mark a task done, or open again, by its line and text. It may have moved five lines, if no other reads so.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  errors: ['TASK_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    identifier: noteParameter,
    line_number: z.int().min(1).max(10_000_000).describe('Its line.'),
    task_text: z.string().max(10_000).describe('Its text, or a telling part.'),
    status: z.enum(['done', 'open', 'toggle']).default('done').meta(toldOnce).describe('New state.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    line_number: z.number(),
    task_text: z.string(),
    status: z.enum(['completed', 'open']),
    previous_status: z.enum(taskStates),
    ...writtenShape,
  }),
  async handler(
    { identifier, line_number: line, task_text: text, status: wish, content_hash: contentHash },
    vault,
  ) {
    const written = await vault.writer.edit(
      identifier,
      { tool: 'complete_todo', dryRun: false, contentHash },
      ({ file }) => vault.textWork.run('completeTask', file.text, { path: file.path, line, text, wish }),
    )
    const { task, before, after } = written.facts
    return {
      id: written.path,
      path: written.path,
      line_number: task.line,
      task_text: task.text,
      status: after === 'done' ? ('completed' as const) : ('open' as const),
      previous_status: before,
      ...toWritten(written, false),
    }
  },
})
