import { folderOf, isInside } from '../model/note-path.ts'
import { onceATurn } from './once-a-turn.ts'
import { isVault } from './walk-vault.ts'

/** Tells which vault-relative paths belong to other vaults: registered ones, and folders with a config of their own. */
export function otherVaults(root: string, nestedVaults: readonly string[]): (path: string) => boolean {
  const isOther = onceATurn((folder) => isVault(root, folder))
  return (path) => {
    if (nestedVaults.some((folder) => isInside(path, folder))) return true
    for (let folder = path; folder !== ''; folder = folderOf(folder)) if (isOther(folder)) return true
    return false
  }
}
