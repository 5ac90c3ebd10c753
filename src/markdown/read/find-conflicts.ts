/** A conflict of git's that nobody has resolved yet: where the lines of its marks begin, the first first. */
export type Conflict = readonly [number, ...number[]]

/**
 * Each mark: behind a byte-order mark, too, and as it stands in a frontmatter. They are longer in a file with two new names, and
 * where an attribute says so.
 */
const marks = /^\uFEFF?(?:# )?(?:(<{7,}|\|{7,}|>{7,})(?= )|(={7,})(?=\r?$))/gm

/**
 * The conflicts in a text: `<<<<<<< ours`, `=======` and `>>>>>>> theirs` in this order and of one length, and the `|||||||` of
 * a third side.
 */
export function findConflicts(text: string): readonly Conflict[] {
  if (!text.includes('<<<<<<< ')) return []
  const found: Conflict[] = []
  let open: [number, ...number[]] | null = null
  let size = 0
  let isDivided = false
  for (const { 1: sided = '', 2: divider = '', index } of text.matchAll(marks)) {
    const signs = sided + divider
    if (signs.startsWith('<')) [open, size, isDivided] = [[index], signs.length, false]
    else if (open !== null && signs.length === size) {
      open.push(index)
      if (divider !== '') isDivided = true
      else if (signs.startsWith('>') && isDivided) {
        found.push(open)
        open = null
      }
    }
  }
  return found
}
