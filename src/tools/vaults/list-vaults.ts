import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { showVaults } from './show-vaults.ts'
import { vaultShape } from './vault-output.ts'

export const listVaults = defineTool({
  name: 'list_vaults',
  title: 'List vaults',
  toolset: 'vaults',
  description: 'All vaults that vault_id can name, and which one is active.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    vaults: z.array(vaultShape),
    current_vault: z.string().nullable(),
    notices: z.array(z.string()).optional(),
  }),
  handler: (_input, { vaults }) => showVaults(vaults),
})
