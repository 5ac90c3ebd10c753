import type { KnownVault } from '../model/known-vault.ts'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'

/** The vault that an id or another id of the same folder names. Fails with `VAULT_NOT_FOUND`, never with another vault. */
export function findVault(vaults: readonly KnownVault[], id: string): KnownVault {
  const found = vaults.find((vault) => vault.id === id || vault.aliases.some((alias) => alias === id))
  if (found !== undefined) return found
  const known = vaults.flatMap((vault) => [vault.id, ...vault.aliases])
  const [meant] = nearest(id, known)
  throw new VaultError('VAULT_NOT_FOUND', `There is no vault \`${id}\`. ${describeKnown(known)}`, {
    vault_id: id,
    known_ids: known,
    ...(meant === undefined ? {} : { nearest: meant }),
    hint:
      meant !== undefined
        ? `Repeat the call with vault_id "${meant}", if that is the one.`
        : known.length > 0
          ? 'Call list_vaults for what each vault holds, then repeat the call with one of these ids.'
          : 'Call create_vault with the folder of your notes; an existing folder is adopted as it is.',
  })
}

function describeKnown(known: readonly string[]): string {
  return known.length === 0 ? 'None is known yet.' : `Known ids: ${known.join(', ')}.`
}
