import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { statsOf, statsShape } from './vault-output.ts'

export const getCurrentVault = defineVaultTool({
  name: 'get_current_vault',
  title: 'The active vault',
  toolset: 'vaults',
  description: 'The vault that calls without vault_id act on, with its description, folder and statistics.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    path: z.string(),
    description: z.string(),
    stats: statsShape.nullable(),
  }),
  async handler(_input, vault) {
    return {
      path: vault.root,
      description: vault.description,
      stats: await statsOf(vault),
    }
  },
})
