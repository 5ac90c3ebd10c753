interface InLine {
  readonly line: number
}

/** What two lists have in common at their beginnings and ends. */
export interface Shift {
  /** How many of the first entries are the same, on the same lines. */
  readonly head: number
  /** How many of the last entries are the same, possibly on other lines. */
  readonly tail: number
  /** By how many lines the last ones have moved. */
  readonly by: number
}

/**
 * Compares two lists of things in a text, in line order, after an edit at one place. A line's entries count as the same
 * all together or not at all.
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

/** Whether the entry is on the same line as the one before it. */
function goesOn(rows: readonly InLine[], at: number): boolean {
  return at < rows.length && rows[at]?.line === rows[at - 1]?.line
}
