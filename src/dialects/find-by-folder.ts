import { basename } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultAccess } from '../registry/vault-access.ts'

/** The name of a vault's folder, by which servers without a registry of vaults know it. */
export function folderName({ root }: Pick<KnownVault, 'root'>): string {
  return basename(root)
}

/**
 * The vault whose folder has this name, else the one with this id. Of several folders of one name the one below a root
 * is meant, and without such a one none: a note must not get into the wrong vault.
 */
export async function findByFolder(access: VaultAccess, name: string): Promise<KnownVault> {
  const known = pick(await access.known(), name)
  if (known !== null) return known
  try {
    return await access.find(name)
  } catch (error) {
    // By now the list has been read again: a folder that was made meanwhile is on it.
    const fresh = pick(await access.known(), name)
    if (fresh !== null) return fresh
    throw error
  }
}

function pick(vaults: readonly KnownVault[], name: string): KnownVault | null {
  const called = vaults.filter((vault) => folderName(vault) === name)
  const [first, ...others] = called
  if (first === undefined) return null
  if (others.length === 0) return first
  const [only, ...rest] = called.filter(({ source }) => source === 'root')
  if (only !== undefined && rest.length === 0) return only
  throw new VaultError('VAULT_NOT_FOUND', `Several vaults lie in folders called "${name}".`, {
    known_vaults: called.map(({ id }) => id),
    hint: 'Pass one of known_vaults instead of the folder’s name.',
  })
}
