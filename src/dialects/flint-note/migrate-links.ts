import { z } from 'zod'
import { reindexVault } from '../../tools/admin/reindex-vault.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import { callOurs, defineDialectTool } from '../define-dialect-tool.ts'
import { flintNoteDialect as dialect, vaultId } from './flint-note-dialect.ts'

export const migrateLinks = defineDialectTool(dialect, {
  name: 'migrate_links',
  title: 'Read all links again',
  description: 'Fill the link tables again; they keep up by themselves.',
  like: { ...reindexVault, isDestructive: false },
  input: z.strictObject({ force: z.boolean().default(false).describe('Makes no difference.'), ...vaultId }),
  output: z.object({ success: z.boolean(), notes_processed: z.number(), duration_seconds: z.number() }),
  async run(_input, vault, ctx) {
    const args = { confirm: true, scope: 'links' } as const
    const { duration_seconds: seconds } = await callOurs(reindexVault, args, { vault, ctx })
    const stats = await statsOf(vault)
    return { success: true, notes_processed: stats?.notes ?? 0, duration_seconds: seconds }
  },
})
