import { relative, sep } from 'node:path'
import { isInside } from '../model/note-path.ts'
import { isInNestedVault } from './walk-vault.ts'

/** Tells which vault-relative paths lie in other vaults: the registered ones (real paths), and those that say so themselves. */
export function otherVaults(root: string, nestedVaults: readonly string[]): (path: string) => boolean {
  const nested = nestedVaults.map((path) => relative(root, path).split(sep).join('/'))
  // The folder of another vault is no more this one's than what lies in it.
  const isOwnFolder = (path: string) => path !== '' && isInNestedVault(root, `${path}/`)
  return (path) =>
    nested.some((folder) => isInside(path, folder)) || isInNestedVault(root, path) || isOwnFolder(path)
}
