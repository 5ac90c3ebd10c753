import { dirname } from 'node:path'
import type { KnownVault, VaultPlace } from '../model/known-vault.ts'
import { carriesConfig } from './find-project-vault.ts'

/** The vaults around a folder, nearest first: known ones, and folders with a vault config. */
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
