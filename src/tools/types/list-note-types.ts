import { z } from 'zod'
import { followDiskSoon } from '../../domain/follow-disk.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { typeSummary } from '../vaults/vault-output.ts'
import { showTypes } from './show-types.ts'

export const listNoteTypes = defineVaultTool({
  name: 'list_note_types',
  title: 'List note types',
  toolset: 'types',
  description:
    'The note types of a vault with purpose, agent instructions and number of notes. Plain folders without a description are listed too, with empty instructions.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'note_types', limit: 100, max: 500 },
  input: z.object({}),
  output: z.object({ note_types: z.array(typeSummary) }),
  async handler({ limit, offset }, vault) {
    await followDiskSoon(vault, '')
    const types = await showTypes(vault)
    return { note_types: types.slice(offset, offset + limit), total: types.length }
  },
})
