import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { once } from '../model/once.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultMark } from './common-output.ts'
import type { VaultAccess } from '../registry/vault-access.ts'

/** The vault of that id, else the active one. An unknown id is an error: no call falls through to another vault. */
export async function resolveVault(access: VaultAccess, id: string | null): Promise<KnownVault> {
  if (id !== null) return await access.find(id)
  const current = await access.current()
  if (current === null) throw noActiveVault(await access.known(), await access.lost())
  return current
}

/** The vaults of a list of ids, or all with `"*"`; a vault named twice counts once. */
export async function resolveVaults(
  access: VaultAccess,
  ids: readonly string[],
): Promise<readonly KnownVault[]> {
  if (!ids.includes('*')) {
    const named = await Promise.all(ids.map((id) => access.find(id)))
    return [...new Map(named.map((vault) => [vault.id, vault])).values()]
  }
  const known = await access.known()
  if (known.length === 0) throw noActiveVault(known, await access.lost())
  return known
}

/** The vaults of one call, which asks for the active one once. */
export function askingOnce(access: VaultAccess): VaultAccess {
  const surely = once(() => access.current())
  const lately = once(() => access.current({ mayBeLate: true }))
  let isKnown = false
  return {
    ...access,
    current(how) {
      if (how?.mayBeLate === true && !isKnown) return lately()
      isKnown = true
      return surely()
    },
  }
}

export async function markVault(access: VaultAccess, { id, name }: KnownVault): Promise<VaultMark> {
  const current = await access.current({ mayBeLate: true })
  return { id, name, is_current: current?.id === id }
}

function noActiveVault(known: readonly KnownVault[], lost: VaultId | null): VaultError {
  const ids = known.map((vault) => vault.id)
  const message =
    lost === null
      ? 'There is no active vault.'
      : `The active vault "${lost}" is not there any more: it was taken off the list, or its folder is gone. No other takes its place by itself.`
  return new VaultError('VAULT_NOT_FOUND', message, {
    known_vaults: ids,
    hint: { kind: ids.length === 0 ? 'make-vault' : 'choose-vault' },
  })
}
