import type { KnownVault } from '../model/known-vault.ts'
import { isInside, nestedRoots } from './nested-roots.ts'

/** All of the list of vaults that decides how one of them is opened: its place, whose it is, and those in it and around it. */
export function standingOf(vault: KnownVault, known: readonly KnownVault[]): string {
  const around = known.filter(({ root, isDeclared }) => isDeclared && isInside(vault.root, root))
  return JSON.stringify([
    vault.root,
    vault.registered,
    nestedRoots(vault.root, known),
    around.map(({ root, registered }) => [root, registered]),
  ])
}
