import { OutsideScope, scopeRoots } from '../model/outside-scope.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import { fileNameOf, folderOf, isInside, typeFileName } from '../model/note-path.ts'
import type { FileChange } from './change-plan.ts'
import { ownGitignore } from '../files/own-places.ts'

export type VaultScope = ReturnType<typeof vaultScope>

/** The folders that a view of a vault is limited to. What it checks throws `OutsideScope`. */
export function vaultScope(limit: ScopeLimit) {
  const roots = scopeRoots(limit.folders)
  const includes = (path: string) => roots.some((root) => isInside(path, root))
  const demand = (isFine: boolean) => {
    if (!isFine) throw new OutsideScope(limit)
  }
  // The descriptions of types above say how the notes inside are to be written.
  const isTypeAround = (path: string) =>
    fileNameOf(path) === typeFileName && roots.some((folder) => isInside(folder, folderOf(path)))
  return {
    ...limit,
    /** These folders, with what was archived or trashed from them. */
    roots,
    includes,
    /** Throws for a path that may not be read. */
    checkRead: (path: string) => {
      demand(includes(path) || isTypeAround(path) || path === ownGitignore.path)
    },
    /** Throws for a folder that holds nothing to be seen: the vault's root stands for everything in it that may be. */
    checkFolder: (folder: string) => {
      demand(folder === '' || includes(folder) || roots.some((root) => isInside(root, folder)))
    },
    /** Throws for a plan with any step outside. */
    checkChanges: (changes: readonly FileChange[]) => {
      for (const change of changes) {
        const isIgnoreFile = change.kind === 'create' && change.path === ownGitignore.path
        const paths = 'to' in change ? [change.path, change.to] : [change.path]
        demand(isIgnoreFile || paths.every(includes))
      }
    },
  }
}
