import { diffArrays } from 'diff/lib/diff/array.js'

/** Lines of a text, from `start` up to but not including `end`, and what replaces them. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Three-way merge by lines, at one place `theirs` first. Null where both changed the same or adjacent lines. */
export function mergeTexts(base: string, ours: string, theirs: string): string | null {
  const before = toLines(base)
  const own = hunksOf(before, toLines(ours))
  const other = hunksOf(before, toLines(theirs))
  if (own === null || other === null) return null
  const merged: string[] = []
  let at = 0
  const take = (hunk: Hunk) => {
    for (const line of before.slice(at, hunk.start)) merged.push(line)
    for (const line of hunk.lines) merged.push(line)
    at = hunk.end
  }
  for (;;) {
    const [first] = own
    const [second] = other
    if (first !== undefined && (second === undefined || first.end < second.start))
      own.splice(0, 1).forEach(take)
    else if (second !== undefined && (first === undefined || second.end < first.start))
      other.splice(0, 1).forEach(take)
    else if (first === undefined || second === undefined) return toText([...merged, ...before.slice(at)])
    else {
      const isSame = JSON.stringify(first) === JSON.stringify(second)
      if (!isSame && !(isInsertion(first) && isInsertion(second))) return null
      take(second)
      if (!isSame) take(first)
      own.shift()
      other.shift()
    }
  }
}

/** The lines of `saved` that are neither in `base` nor in `now`. */
export function missingLines(base: string, saved: string, now: string): readonly string[] {
  const known = new Set([...toLines(base), ...toLines(now)].map((line) => line.trim()))
  return toLines(saved).filter((line) => !known.has(line.trim()))
}

/** Lines with the break before each, even the first: an inserted line then leaves its neighbours unchanged. */
function toLines(text: string): readonly string[] {
  return `\n${text}`.split(/(?=\r?\n)/)
}

function toText(lines: readonly string[]): string {
  return lines.join('').replace(/^\r?\n/, '')
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] | null {
  const parts = diffArrays([...before], [...after], { maxEditLength: 2_000, timeout: 1_000 })
  if (parts === undefined) return null
  const hunks: Hunk[] = []
  let at = 0
  for (const { added, removed, value } of parts) {
    const start = at
    if (!added) at += value.length
    if (!added && !removed) continue
    const last = hunks.at(-1)?.end === start ? hunks.pop() : undefined
    hunks.push({
      start: last?.start ?? start,
      end: at,
      lines: [...(last?.lines ?? []), ...(added ? value : [])],
    })
  }
  return hunks
}

function isInsertion({ start, end }: Hunk): boolean {
  return start === end
}
