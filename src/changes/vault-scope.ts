import { OutsideScope, scopeRoots } from '../model/outside-scope.ts'
import { fileNameOf, folderOf, isInside, typeFileName } from '../model/note-path.ts'
import type { FileChange } from './change-plan.ts'
import { ownGitignore } from '../files/own-places.ts'

/** The folders that a view of a vault is limited to. */
export interface VaultScope {
  readonly folders: readonly string[]
  /** These folders, with what was archived or trashed from them. */
  readonly roots: readonly string[]
  /** Throws `OutsideScope` for a path that may not be read. */
  readonly checkRead: (path: string) => void
  /** Throws `OutsideScope` for a plan with any step outside. */
  readonly checkChanges: (changes: readonly FileChange[]) => void
  /** Throws `OutsideScope` for a folder that holds nothing to be seen. */
  readonly checkFolder: (folder: string) => void
  readonly includes: (path: string) => boolean
}

export function vaultScope(folders: readonly string[]): VaultScope {
  const roots = scopeRoots(folders)
  const includes = (path: string) => roots.some((root) => isInside(path, root))
  const demand = (isFine: boolean) => {
    if (!isFine) throw new OutsideScope(folders)
  }
  // The descriptions of types above say how the notes inside are to be written.
  const isTypeAround = (path: string) =>
    fileNameOf(path) === typeFileName && roots.some((folder) => isInside(folder, folderOf(path)))
  return {
    folders,
    roots,
    includes,
    checkRead: (path) => {
      demand(includes(path) || isTypeAround(path) || path === ownGitignore.path)
    },
    checkFolder: (folder) => {
      // The vault's root stands for everything in it that may be seen.
      demand(folder === '' || includes(folder) || roots.some((root) => isInside(root, folder)))
    },
    checkChanges: (changes) => {
      for (const change of changes) {
        const isIgnoreFile = change.kind === 'create' && change.path === ownGitignore.path
        const paths = 'to' in change ? [change.path, change.to] : [change.path]
        demand(isIgnoreFile || paths.every(includes))
      }
    },
  }
}
