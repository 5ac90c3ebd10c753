import type { VaultContext } from '../../vault/vault-context.ts'
import type { VaultMark } from '../../call/common-output.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { ResourceContext } from './resource.ts'

/** The active vault, open, and how results name it. VAULT_NOT_FOUND where there is none. */
export async function activeVault({
  vaults,
}: ResourceContext): Promise<{ readonly open: VaultContext; readonly mark: VaultMark }> {
  const known = await resolveVault(vaults, null)
  return { open: await vaults.open(known.id), mark: { id: known.id, name: known.name, is_current: true } }
}
