import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { defineTool } from '../../call/define-tool.ts'
import { toVault, uncounted, vaultShape } from './vault-output.ts'

export const updateVault = defineTool({
  name: 'update_vault',
  title: 'Rename or describe a vault',
  toolset: 'vaults',
  description: 'Change a vault’s name or description in the registry. Its id, folder and files stay.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['CONFLICT'],
  input: z.object({
    vault_id: z.string().min(1).max(64).describe('Vault to change.'),
    name: z.string().min(1).max(200).optional().describe('New name.'),
    description: z.string().max(2_000).optional().describe('New description.'),
  }),
  output: z.object({ vault: vaultShape }),
  async handler({ vault_id: id, name, description }, { vaults: access }) {
    if (name === undefined && description === undefined) {
      throw new VaultError('INVALID_ARGUMENT', 'Nothing to change was given.', {
        hint: 'Give name, description or both.',
      })
    }
    const known = await access.admin.update(id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    })
    const current = await access.current()
    return { vault: await toVault(known, current?.id === known.id, uncounted) }
  },
})
