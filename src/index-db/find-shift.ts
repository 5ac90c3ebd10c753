interface InLine {
  readonly line: number
}

/** What of two lists is the same at their beginnings and ends. */
export interface Shift {
  /** So many of the first are the same and in the same lines. */
  readonly head: number
  /** So many of the last are the same; their lines may all be others. */
  readonly tail: number
  /** By how many lines the last ones have moved. */
  readonly by: number
}

/**
 * How a list that stands in a text, in the order of lines, has become another where the text was changed in one place. A
 * line is the same with all that is in it, or not at all.
 */
export function findShift<Row extends InLine>(
  before: readonly Row[],
  after: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): Shift {
  const most = Math.min(before.length, after.length)
  const isSameAt = (from: number, to: number, by: number) => {
    const a = before[from]
    const b = after[to]
    if (a === undefined || b === undefined) return false
    return a.line + by === b.line && isSame(a, b)
  }
  let head = 0
  while (head < most && isSameAt(head, head, 0)) head += 1
  while (head > 0 && (goesOn(before, head) || goesOn(after, head))) head -= 1
  const by = (after.at(-1)?.line ?? 0) - (before.at(-1)?.line ?? 0)
  let tail = 0
  while (tail < most - head && isSameAt(before.length - 1 - tail, after.length - 1 - tail, by)) tail += 1
  while (tail > 0 && (goesOn(before, before.length - tail) || goesOn(after, after.length - tail))) tail -= 1
  return { head, tail, by: tail === 0 ? 0 : by }
}

/** Whether what stands at this place is in the line of what stands before it. */
function goesOn(rows: readonly InLine[], at: number): boolean {
  return at < rows.length && rows[at]?.line === rows[at - 1]?.line
}
