import { dirname } from 'node:path'
import type { KnownVault, VaultPlace } from '../model/known-vault.ts'
import { carriesConfig } from './find-project-vault.ts'

/** The vaults in whose folders a folder lies, the nearest first: those that every process knows, and that say so themselves. */
export async function outerVaults(
  folder: string,
  known: readonly KnownVault[],
): Promise<readonly VaultPlace[]> {
  const outer: VaultPlace[] = []
  for (let current = dirname(folder); ; current = dirname(current)) {
    const vault = known.find(({ root, isDeclared }) => isDeclared && root === current)
    if (vault !== undefined) outer.push(vault)
    else if (await carriesConfig(current)) outer.push({ root: current, registered: false })
    if (dirname(current) === current) return outer
  }
}
