import { z } from 'zod'
import { hashParameter, noteParameter, refuseNul } from '../../call/common-input.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const addTodo = defineVaultTool({
  name: 'add_todo',
  title: 'Add a task',
  toolset: 'tasks',
  description:
    'Add an open task to a note: below its last task, or that of one section, else at the end. Always safe: nothing that is there changes. Returns the line.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  errors: ['SECTION_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    identifier: noteParameter,
    text: z.string().min(1).max(10_000).describe('The task, on one line, without "- [ ]".'),
    section_header: z.string().min(1).max(1_000).optional().describe('Exact heading to put it under.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    line_number: z.number(),
    task_text: z.string(),
    ...writtenShape,
  }),
  async handler({ identifier, text, section_header: header, content_hash: contentHash }, vault) {
    const task = oneTask(text)
    const written = await vault.writer.edit(
      identifier,
      { tool: 'add_todo', dryRun: false, contentHash },
      ({ file: { path, text: before } }) =>
        vault.textWork.run('addNamedTask', before, { path, header, task }),
    )
    return {
      id: written.path,
      path: written.path,
      line_number: written.facts.line,
      task_text: task,
      ...toWritten(written, false),
    }
  },
})

function oneTask(given: string): string {
  refuseNul({ text: given })
  const text = given.trim().replace(/^[-*+][ \t]+\[ \](?:[ \t]+|$)/, '')
  if (text !== '' && !/[\r\n]/.test(text)) return text
  throw new VaultError('INVALID_ARGUMENT', 'text must be one line that is not blank.', {
    hint: { kind: 'add-each-task' },
  })
}
