import type { KnownVault } from '../model/known-vault.ts'
import { findVault } from './find-vault.ts'
import type { VaultAccess } from './vault-access.ts'

/** The vaults of an access that `pick` accepts. Others do not exist; `none` is the advice where there is none. */
export function someVaults(
  access: VaultAccess,
  pick: (known: readonly KnownVault[]) => readonly KnownVault[] | Promise<readonly KnownVault[]>,
  none: (() => Error) | null = null,
): Pick<VaultAccess, 'known' | 'find' | 'open' | 'opened'> {
  const known = async () => await pick(await access.known())
  const find = async (id: string) => {
    // Reads the registry again if the id is unknown. Its own error would name the other vaults.
    await access.find(id).catch(() => null)
    const picked = await known()
    if (picked.length === 0 && none !== null) throw none()
    return findVault(picked, id)
  }
  return {
    known,
    find,
    open: async (id, how) => await access.open((await find(id)).id, how),
    async opened() {
      const ids = new Set((await known()).map(({ id }) => id))
      return (await access.opened()).filter(({ id }) => ids.has(id))
    },
  }
}
