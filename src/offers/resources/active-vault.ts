import type { VaultContext } from '../../vault/vault-context.ts'
import type { VaultMark } from '../../call/common-output.ts'
import { markVault, resolveVault } from '../../call/resolve-vaults.ts'
import type { ResourceContext } from './resource.ts'

/** The active vault, open, and how results name it. VAULT_NOT_FOUND where there is none. */
export async function activeVault({
  vaults,
}: ResourceContext): Promise<{ readonly open: VaultContext; readonly mark: VaultMark }> {
  const known = await resolveVault(vaults, null)
  const [open, mark] = await Promise.all([vaults.open(known.id), markVault(vaults, known)])
  return { open, mark }
}
