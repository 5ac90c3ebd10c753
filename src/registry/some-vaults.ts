import type { KnownVault } from '../model/known-vault.ts'
import { findVault } from './find-vault.ts'
import type { VaultAccess } from './vault-access.ts'

/** Of the vaults of an access only those that `pick` leaves. No other one exists; `none` says what to do where there is none. */
export function someVaults(
  access: VaultAccess,
  pick: (known: readonly KnownVault[]) => readonly KnownVault[] | Promise<readonly KnownVault[]>,
  none: (() => Error) | null = null,
): Pick<VaultAccess, 'known' | 'find' | 'open' | 'opened'> {
  const known = async () => await pick(await access.known())
  const find = async (id: string) => {
    // Has the registry read again where the id is not known yet. Its own error would name the other vaults.
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
