import type { z } from 'zod'
import type { VaultAccess } from '../tool-context.ts'
import { countIndexedNotes } from './count-indexed-notes.ts'
import { toVault, type vaultShape } from './vault-output.ts'

/** The vaults that the caller may name, which of them is active, and what is odd about their registry. */
export async function showVaults(access: VaultAccess): Promise<{
  vaults: z.output<typeof vaultShape>[]
  current_vault: string | null
  notices?: string[]
}> {
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
}
