import { z } from 'zod'
import { defineVaultTool } from '../define-tool.ts'
import { toType, typeShape } from './type-output.ts'

export const getNoteTypeInfo = defineVaultTool({
  name: 'get_note_type_info',
  title: 'Describe a note type',
  toolset: 'types',
  description:
    'Purpose, agent instructions and metadata schema of a note type, with the content_hash that update_note_type needs.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({ type_name: z.string().min(1).max(300).describe('Note type.') }),
  output: typeShape,
  async handler({ type_name: name }, vault) {
    return toType(await vault.types.get(name))
  },
})
