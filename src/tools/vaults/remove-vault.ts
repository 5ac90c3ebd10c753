import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { toVault, uncounted, vaultShape } from './vault-output.ts'

export const removeVault = defineTool({
  name: 'remove_vault',
  title: 'Take a vault off the list',
  toolset: 'vaults',
  description:
    'Remove a vault from the registry. Every file of it stays where it is; create_vault adds it again.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  errors: ['CONFLICT', 'PERMISSION_DENIED'],
  input: z.object({ vault_id: z.string().min(1).max(64).describe('Vault to remove from the list.') }),
  output: z.object({ vault: vaultShape, message: z.string() }),
  async handler({ vault_id: id }, { vaults: access, say }) {
    const known = await access.admin.remove(id)
    const isActiveGone = (await access.lost()) === known.id
    return {
      vault: await toVault(known, false, uncounted),
      message: say([
        `"${known.name}" is off the list. Its files are untouched.`,
        isActiveGone ? { kind: 'switch-again' } : '',
      ]),
    }
  },
})
