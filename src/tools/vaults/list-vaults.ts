import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { countIndexedNotes } from './count-indexed-notes.ts'
import { toVault, vaultShape } from './vault-output.ts'

export const listVaults = defineTool({
  name: 'list_vaults',
  title: 'List vaults',
  toolset: 'vaults',
  description:
    'All vaults that can be named as vault_id: registered ones, those below the roots and the one around the working directory, with note counts and which one is active.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    vaults: z.array(vaultShape),
    current_vault: z.string().nullable(),
    notices: z.array(z.string()).optional(),
  }),
  async handler(_input, { vaults: access }) {
    const [known, current, notices] = await Promise.all([access.known(), access.current(), access.notices()])
    const vaults = await Promise.all(
      known.map(async (vault) =>
        toVault(vault, vault.id === current?.id, await countIndexedNotes(access, vault)),
      ),
    )
    return {
      vaults,
      current_vault: current?.id ?? null,
      ...(notices.length > 0 && { notices: [...notices] }),
    }
  },
})
