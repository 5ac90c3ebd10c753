const machinery = new Set(['.git', '.flint-note'])

// Atomic writes (`.x.tmp`), Vim (`4913`, `.x.swp`), Emacs (`.#x`, `#x#`), JetBrains (`x___jb_tmp___`), and `x~`.
const temporary = /^\..*\.tmp$|^4913$|~$|^\.#|^#.*#$|\.sw[opx]$|___jb_(?:tmp|old)___$|^\.DS_Store$/

/**
 * True for what is never a note: git's and flint's own folders, and the temporary files of editors. A folder may have
 * any name that would mark a file as temporary.
 */
export function isNeverReported(relativePath: string, isFolder: boolean): boolean {
  const segments = relativePath.split('/')
  if (segments.some((segment) => machinery.has(segment))) return true
  return !isFolder && temporary.test(segments.at(-1) ?? '')
}
