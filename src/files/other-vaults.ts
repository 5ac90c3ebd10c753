import { relative, sep } from 'node:path'
import { isInside } from '../model/note-path.ts'
import { isOrLiesInVault } from './walk-vault.ts'

/**
 * Tells which vault-relative paths belong to other vaults: registered ones (real paths), and folders with a vault
 * config of their own.
 */
export function otherVaults(root: string, nestedVaults: readonly string[]): (path: string) => boolean {
  const nested = nestedVaults.map((path) => relative(root, path).split(sep).join('/'))
  return (path) => nested.some((folder) => isInside(path, folder)) || isOrLiesInVault(root, path)
}
