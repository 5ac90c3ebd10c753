/**
 * A path relative to a folder; both are given from the vault's root.
 *
 *     relativePath('a/b', 'a/c/note.md')   // '../c/note.md'
 */
export function relativePath(folder: string, path: string): string {
  const base = folder === '' ? [] : folder.split('/')
  const target = path.split('/')
  let shared = 0
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared += 1
  return [...base.slice(shared).map(() => '..'), ...target.slice(shared)].join('/')
}

/**
 * A path as the destination of a Markdown link without angle brackets; letters of any script stay readable.
 *
 *     encodePath('a b/c (1).md')   // 'a%20b/c%20%281%29.md'
 */
export function encodePath(path: string): string {
  return path.replace(/[\s%()<>[\]\\#?]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  )
}
