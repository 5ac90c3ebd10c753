import { structuredPatch } from 'diff/lib/patch/create.js'
import { findLineStarts } from './line-starts.ts'
import { cutLines } from './cut-lines.ts'
import { commonEnds, sharedEnds } from './shared-ends.ts'

export interface DiffOptions {
  /** For the head of the diff. */
  readonly path: string
  /** Most characters of the result. */
  readonly maxChars?: number
  /** Most characters of a line; of a longer one, what both texts have is left out first. */
  readonly longestLine?: number
}

export interface TextDiff {
  readonly diff: string
  readonly added: number
  readonly removed: number
  /** Whether something of the difference is not in the diff: a part of a long line, lines beyond the limit, or all of them. */
  readonly isCut: boolean
}

/**
 * A unified diff that stays short and is found quickly: long lines are cut around what differs, lines beyond the limit are counted, and
 * texts too different to compare are summed up. Empty for equal texts.
 */
export function unifiedDiff(before: string, after: string, options: DiffOptions): string {
  return compareTexts(before, after, options).diff
}

/** The unified diff of two texts with the number of lines that came and went, those beyond its limit included. */
export function compareTexts(
  before: string,
  after: string,
  { path, maxChars = 4000, longestLine = 400 }: DiffOptions,
): TextDiff {
  if (before === after) return { diff: '', added: 0, removed: 0, isCut: false }
  const shared = sharedEnds(before, after, context)
  const old = before.slice(shared.start, before.length - shared.end)
  const next = after.slice(shared.start, after.length - shared.end)
  const linesBefore = findLineStarts(before.slice(0, shared.start)).length - 1
  const patch =
    Math.max(old.length, next.length) > mostCompared
      ? undefined
      : structuredPatch(path, path, old, next, undefined, undefined, {
          context,
          // A count and no clock: what a person reads does not depend on how busy the machine is.
          maxEditLength: Math.max(old.length, next.length) > fewCompared ? 500 : 2000,
        })
  const head = [`--- ${path}`, `+++ ${path}`]
  if (patch === undefined) {
    const { line, from, to, removed, added } = summarize(old, next, linesBefore)
    const summary = `@@ from line ${line}: ${from} lines replaced by ${to}; too many to show @@`
    return { diff: limit([...head, summary], maxChars).diff, added, removed, isCut: true }
  }
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    ...cutLines(hunk.lines.map(withoutReturn), longestLine),
  }))
  const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart + linesBefore},${oldLines} +${newStart + linesBefore},${newLines} @@`,
    ...lines,
  ])
  const count = (mark: string) =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0)
  const { diff, isCut } = limit([...head, ...body], maxChars)
  return {
    diff,
    added: count('+'),
    removed: count('-'),
    isCut: isCut || hunks.some((hunk) => hunk.isCut),
  }
}

const context = 3
// In texts of this length few differences are searched for, and none in longer ones.
const fewCompared = 50_000
const mostCompared = 1_000_000

function limit(
  lines: readonly string[],
  maxChars: number,
): { readonly diff: string; readonly isCut: boolean } {
  // Room for the sentence about what is left out.
  const room = maxChars - 40
  let length = 0
  const shown = lines.findIndex((line) => (length += line.length + 1) > room)
  if (shown === -1) return { diff: lines.join('\n'), isCut: false }
  const left = `… ${lines.length - shown} more lines not shown`
  return { diff: [...lines.slice(0, shown), left].join('\n'), isCut: true }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** The lines between the first and the last that differ, and how many of them came and went: all, where there are many. */
function summarize(before: string, after: string, linesBefore: number) {
  const old = before.split('\n')
  const next = after.split('\n')
  const { head, tail } = commonEnds(old, next)
  const [from, to] = [old.length - head - tail, next.length - head - tail]
  const edits = fewestEdits(old.slice(head, head + from), next.slice(head, head + to)) ?? from + to
  const [removed, added] = [(edits + from - to) / 2, (edits + to - from) / 2]
  return { line: linesBefore + head + 1, from, to, removed, added }
}

// Some tenths of a second: a few changed lines among two million, or a thousand among fewer.
const mostSteps = 2_000_000

/** The fewest lines that must come and go to make one text of the other, as Myers finds them; null where that takes long. */
function fewestEdits(old: readonly string[], next: readonly string[]): number | null {
  const furthest = new Map([[1, 0]])
  let steps = 0
  for (let edits = 0; steps < mostSteps; edits += 1)
    for (let diagonal = -edits; diagonal <= edits && steps < mostSteps; diagonal += 2) {
      const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1]
      const start = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1
      let at = start
      while (at < old.length && at - diagonal < next.length && old[at] === next[at - diagonal]) at += 1
      if (at >= old.length && at - diagonal >= next.length) return edits
      furthest.set(diagonal, at)
      steps += at - start + 1
    }
  return null
}
