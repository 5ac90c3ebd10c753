import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { countLines } from '../../model/count-lines.ts'
import { VaultError } from '../../model/vault-error.ts'
import { toWritten, writtenShape } from '../../tools/write-output.ts'

/**
 * A click on a task that the page shows. `complete_todo` looks for what may be meant, in a few lines by a part of the text:
 * of a person it is known what they saw.
 */
export const tickTask = defineVaultTool({
  name: 'tick_task',
  title: 'Tick a task',
  toolset: 'person',
  description:
    'Mark a task done, or open again, as it was shown. Where it is not certain which one it is now, none is.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['TASK_NOT_FOUND'],
  input: z.object({
    identifier: noteParameter,
    line_number: z.int().min(1).max(10_000_000).describe('Its line as it was shown.'),
    task_text: z
      .string()
      .optional()
      .describe('Its whole text, where no other task of the note had the same.'),
    shown_hash: z.string().max(100).describe('The content hash of the note as it was shown.'),
    status: z.enum(['done', 'open']).describe('New state.'),
  }),
  output: z.object({
    id: z.string(),
    line_number: z.number(),
    lines_stay: z.boolean().describe('Whether every line is still where it was shown.'),
    ...writtenShape,
  }),
  async handler(
    { identifier, line_number: line, task_text: text = null, shown_hash: shown, status: wish },
    vault,
  ) {
    let found = { line, isAsShown: false }
    const written = await vault.writer.edit(
      identifier,
      { tool: 'tick_task', dryRun: false },
      async ({ file }) => {
        const isAsShown = file.hash === shown
        const changed = await vault.textWork.run('completeShownTask', file.text, {
          line,
          text,
          isAsShown,
          wish,
        })
        if (changed === null) throw uncertain(file.path)
        found = { line: changed.task.line, isAsShown }
        const { text: ticked, warnings = [] } = changed
        return { text: ticked, warnings }
      },
    )
    // Setting the date of the change may have taken lines.
    const linesStay = found.isAsShown && countLines(written.before ?? '') === countLines(written.after ?? '')
    return { id: written.path, line_number: found.line, lines_stay: linesStay, ...toWritten(written, false) }
  },
})

function uncertain(path: string): VaultError {
  return new VaultError(
    'TASK_NOT_FOUND',
    `${path} has changed since it was shown, and which of its tasks is meant is not certain. None was ticked.`,
    { path, hint: 'Look at the note as it is now, then tick the task again.' },
  )
}
