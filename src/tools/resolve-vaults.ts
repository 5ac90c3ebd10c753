import type { KnownVault } from '../model/known-vault.ts'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultMark } from './common-output.ts'
import type { VaultAccess } from './tool-context.ts'

/** The vault of that id, else the active one. An unknown id is an error: no call falls through to another vault. */
export async function resolveVault(access: VaultAccess, id: string | null): Promise<KnownVault> {
  if (id !== null) return findVault(await namableVaults(access), id)
  const current = await access.current()
  if (current === null) throw noActiveVault(await access.known())
  return current
}

/** The vaults of a list of ids, or all with `"*"`; a vault named twice counts once. */
export async function resolveVaults(
  access: VaultAccess,
  ids: readonly string[],
): Promise<readonly KnownVault[]> {
  const known = await namableVaults(access)
  if (!ids.includes('*')) return [...new Set(ids.map((id) => findVault(known, id)))]
  if (known.length === 0) throw noActiveVault(known)
  return known
}

export async function markVault(access: VaultAccess, { id, name }: KnownVault): Promise<VaultMark> {
  const current = await access.current()
  return { id, name, is_current: current?.id === id }
}

/** A vault that is active without being registered can be named, too. */
async function namableVaults(access: VaultAccess): Promise<readonly KnownVault[]> {
  const [current, known] = await Promise.all([access.current(), access.known()])
  return current === null || known.some(({ id }) => id === current.id) ? known : [current, ...known]
}

function findVault(known: readonly KnownVault[], id: string): KnownVault {
  const found = known.find((vault) => namesOf(vault).includes(id))
  if (found !== undefined) return found
  const ids = known.flatMap(namesOf)
  const [best] = nearest(id, ids)
  throw new VaultError(
    'VAULT_NOT_FOUND',
    `There is no vault "${id}".${best === undefined ? '' : ` Did you mean "${best}"?`}`,
    {
      vault_id: id,
      known_vaults: ids,
      ...(best !== undefined && { nearest: best }),
      hint: ids.length === 0 ? makeOne : 'Pass one of known_vaults as vault_id, or call list_vaults.',
    },
  )
}

/** The id, and other registered ids of the same folder. */
function namesOf({ id, aliases }: KnownVault): readonly string[] {
  return [id, ...aliases]
}

const makeOne =
  'Call create_vault with vault_id, name and path; an existing folder of notes is adopted as it is.'

function noActiveVault(known: readonly KnownVault[]): VaultError {
  const ids = known.map((vault) => vault.id)
  return new VaultError('VAULT_NOT_FOUND', 'There is no active vault.', {
    known_vaults: ids,
    hint: ids.length === 0 ? makeOne : 'Pass one of known_vaults as vault_id, or call switch_vault.',
  })
}
