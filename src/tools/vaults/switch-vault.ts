import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { freshnessOf } from '../../call/asked-freshness.ts'
import { statsOf, statsShape, toVault, typesOf, typeSummary, vaultShape } from './vault-output.ts'

export const switchVault = defineTool({
  name: 'switch_vault',
  title: 'Switch the active vault',
  toolset: 'vaults',
  description:
    'Make a vault the active one, at once and without a restart. Returns its description, statistics and note types with their instructions. For a single call pass vault_id instead.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['CONFLICT', 'PERMISSION_DENIED'],
  input: z.object({ vault_id: z.string().min(1).max(64).describe('Vault to switch to.') }),
  output: z.object({
    vault: vaultShape,
    stats: statsShape.nullable(),
    note_types: z.array(typeSummary),
    message: z.string(),
  }),
  async handler({ vault_id: id }, { vaults: access }) {
    const known = await access.admin.switchTo(id)
    const vault = await access.open(known.id)
    const stats = await statsOf(vault)
    return {
      vault: await toVault(known, true, { note_count: stats?.notes ?? null, ...freshnessOf(vault) }),
      stats,
      note_types: [...(await typesOf(vault))],
      message: `Calls without vault_id now act on "${known.name}".`,
    }
  },
})
