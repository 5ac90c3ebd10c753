import { realpath } from 'node:fs/promises'
import type { KnownVault } from '../model/known-vault.ts'

/** The chosen vault among those known now: the one in the same folder, even under another id; else null. */
export async function findChosen(
  known: readonly KnownVault[],
  chosen: { readonly root: string | null },
): Promise<KnownVault | null> {
  if (chosen.root === null) return null
  const same = known.find(({ root }) => root === chosen.root)
  if (same !== undefined) return same
  // While its drive was away, links in its path could not be followed.
  const real = await realpath(chosen.root).catch(() => null)
  return known.find(({ root }) => root === real) ?? null
}
