/**
 * Where the lines begin with which git marks a conflict that nobody has resolved yet: `<<<<<<< ours`, `=======` and
 * `>>>>>>> theirs` in this order, and the `|||||||` of a third side.
 */
export function findConflictMarks(text: string): ReadonlySet<number> {
  const marks = new Set<number>()
  if (!text.includes('<<<<<<< ')) return marks
  let open: number[] = []
  let isDivided = false
  for (const { index, 0: line } of text.matchAll(/^(?:(?:<{7}|>{7}|\|{7}) [^\r\n]+|={7}(?=\r?$))/gm)) {
    if (line.startsWith('<<<<<<< ')) {
      open = [index]
      isDivided = false
    } else if (open.length > 0) {
      open.push(index)
      if (line.startsWith('=')) isDivided = true
      if (!line.startsWith('>>>>>>> ')) continue
      if (isDivided) for (const at of open) marks.add(at)
      open = []
    }
  }
  return marks
}
