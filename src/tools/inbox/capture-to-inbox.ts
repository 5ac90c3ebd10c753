import { z } from 'zod'
import { capture } from '../../domain/open-inbox.ts'
import { VaultError } from '../../model/vault-error.ts'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const captureToInbox = defineVaultTool({
  name: 'capture_to_inbox',
  title: 'Capture a thought',
  toolset: 'inbox',
  description: 'Add a thought to inbox.md with the time, to be filed later.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.object({
    text: z.string().min(1).max(100_000).describe('The thought; several lines stay one item.'),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    appended_line: z.string(),
    inbox_item_count: z.number(),
    ...writtenShape,
  }),
  async handler({ text }, vault) {
    refuseNul({ text })
    if (text.trim() === '') {
      throw new VaultError('INVALID_ARGUMENT', 'There is nothing to capture: text is blank.', {
        hint: 'Pass the thought as text.',
      })
    }
    const { facts, ...written } = await capture(vault, text)
    return {
      id: facts.path,
      path: facts.path,
      appended_line: facts.item,
      inbox_item_count: facts.count,
      ...toWritten({ ...written, path: facts.path, warnings: [] }, false),
    }
  },
})
