import { isInside } from '../model/note-path.ts'
import { onceATurn } from './once-a-turn.ts'
import { isOrLiesInVault, isVault } from './walk-vault.ts'

/** Tells which vault-relative paths belong to other vaults: registered ones, and folders with a config of their own. */
export function otherVaults(root: string, nestedVaults: readonly string[]): (path: string) => boolean {
  const isOther = onceATurn((folder) => isVault(root, folder))
  return (path) =>
    nestedVaults.some((folder) => isInside(path, folder)) || isOrLiesInVault(root, path, isOther)
}
