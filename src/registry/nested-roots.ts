import { sep } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'

/** The vault folders inside `root`, which the vault there leaves out: the outermost ones are enough. */
export function nestedRoots(root: string, vaults: readonly KnownVault[]): readonly string[] {
  const inside = vaults
    .filter((vault) => vault.isDeclared && isInside(vault.root, root))
    .map((vault) => vault.root)
    .sort()
  return inside.filter((folder) => !inside.some((outer) => isInside(folder, outer)))
}

/** Whether a folder is inside another one. */
export function isInside(folder: string, outer: string): boolean {
  return folder !== outer && folder.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}
