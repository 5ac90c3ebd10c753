import { countNotes } from '../../index-db/indexed-state.ts'
import type { KnownVault } from '../../model/known-vault.ts'
import type { VaultAccess } from '../tool-context.ts'

/** Notes of a vault that is open; null for one that is not: listing vaults must open none. */
export async function countIndexedNotes(access: VaultAccess, { id }: KnownVault): Promise<number | null> {
  const vault = (await access.opened()).find((open) => open.id === id)
  if (vault?.hasIndex !== true) return null
  await vault.settled()
  return await vault.query(({ db }) => Promise.resolve(countNotes(db)))
}
