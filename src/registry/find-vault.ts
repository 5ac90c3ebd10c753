import type { KnownVault } from '../model/known-vault.ts'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'

/** The vault with this id, or with another id of the same folder. */
export function vaultCalled(vaults: readonly KnownVault[], id: string): KnownVault | undefined {
  return vaults.find((vault) => vault.id === id || vault.aliases.some((alias) => alias === id))
}

/** The vault that is called so. Fails with `VAULT_NOT_FOUND`; never falls back to another vault. */
export function findVault(vaults: readonly KnownVault[], id: string): KnownVault {
  const found = vaultCalled(vaults, id)
  if (found !== undefined) return found
  const known = vaults.flatMap((vault) => [vault.id, ...vault.aliases])
  const [meant] = nearest(id, known)
  throw new VaultError(
    'VAULT_NOT_FOUND',
    `There is no vault "${id}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    {
      vault_id: id,
      known_vaults: known,
      ...(meant !== undefined && { nearest: meant }),
      hint: { kind: known.length > 0 ? 'name-vault' : 'make-vault' },
    },
  )
}
