import { z } from 'zod'
import { hasNotesOfType } from '../../index-db/vault-stats.ts'
import { typeFileName } from '../../model/note-path.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toPlainType, toType, typeShape } from './type-output.ts'

export const getNoteTypeInfo = defineVaultTool({
  name: 'get_note_type_info',
  title: 'Describe a note type',
  toolset: 'types',
  description:
    'Purpose, agent instructions and metadata schema of a note type, with the content_hash that update_note_type needs; of a plain folder with notes nothing is said.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  keepsRows: true,
  input: z.object({ type_name: z.string().min(1).max(300).describe('Note type.') }),
  output: typeShape,
  async handler({ type_name: named }, vault, { say }) {
    const name = vault.files.spelled(named)
    return (await isPlainFolder(vault, name)) ? toPlainType(name, say) : toType(await vault.types.get(name))
  },
})

/** Notes in a folder without a description are of its name, as list_note_types says. */
async function isPlainFolder(vault: VaultContext, name: string): Promise<boolean> {
  await vault.index.settled()
  if (!vault.index.isThere || !(await vault.index.query(({ queries }) => hasNotesOfType(queries, name))))
    return false
  return !(await vault.files.exists(`${name}/${typeFileName}`))
}
