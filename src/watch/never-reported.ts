import { vaultConfigPath } from '../model/vault-config-path.ts'
import { folderOf } from '../model/note-path.ts'

const machinery = new Set(['.git', '.flint-note'])

// Atomic writes (`.x.tmp`), Vim (`4913`, `.x.swp`), Emacs (`.#x`, `#x#`), JetBrains (`x___jb_tmp___`), and `x~`.
const temporary = /^\..*\.tmp$|^4913$|~$|^\.#|^#.*#$|\.sw[opx]$|___jb_(?:tmp|old)___$|^\.DS_Store$/

/**
 * The folder that becomes a vault of its own, or ceases to be one, when this path appears or vanishes: the path is that of its
 * config, or of the folder which holds that. Null for any other path.
 */
export function nestedVaultOf(relativePath: string): string | null {
  for (const inside of [vaultConfigPath, folderOf(vaultConfigPath)])
    if (relativePath.endsWith(`/${inside}`)) return relativePath.slice(0, -inside.length - 1)
  return null
}

/**
 * True for what is never a note: git's and flint's own folders, and the temporary files of editors. A folder may have
 * any name that would mark a file as temporary.
 */
export function isNeverReported(relativePath: string, isFolder: boolean): boolean {
  const segments = relativePath.split('/')
  if (segments.some((segment) => machinery.has(segment))) return true
  return !isFolder && temporary.test(segments.at(-1) ?? '')
}
