import { diffArrays } from 'diff/lib/diff/array.js'
import type { DiffLine, Hunk } from './parse-diff.ts'

const around = 3
// Beyond so many steps two texts have little in common: one then stands for the other as a whole.
const mostSteps = 2_000

/** How one text becomes another, line by line, with three lines around each change. None for the same text. */
export function diffTexts(before: string, after: string): readonly Hunk[] {
  const [old, next] = [before.split(lineEnd), after.split(lineEnd)]
  const lines = numbered(compareLines(old, next)).map((line) => withNote(line, old.length, next.length))
  const shown = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let near = at - around; near <= at + around; near += 1) shown.add(near)
  }
  const hunks: { heading: string; lines: DiffLine[] }[] = []
  for (const [at, line] of lines.entries()) {
    if (!shown.has(at)) continue
    if (!shown.has(at - 1) || hunks.length === 0) hunks.push({ heading: '', lines: [] })
    hunks.at(-1)?.lines.push(line)
  }
  return hunks
}

/** An empty line that alone came or went at the end of a text is its last line break. */
function withNote(line: DiffLine, linesBefore: number, linesAfter: number): DiffLine {
  const isEnd =
    line.text === '' &&
    (line.kind === 'removed'
      ? linesBefore > 1 && line.before === linesBefore
      : line.kind === 'added' && linesAfter > 1 && line.after === linesAfter)
  return isEnd ? { ...line, note: 'line break at the end' } : line
}

const lineEnd = /\r\n?|\n/

type Step = readonly [DiffLine['kind'], string]

/** How one list of lines becomes another, line by line. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const changes = diffArrays(removed, added, { maxEditLength: mostSteps })
  return [
    ...steps('same', before.slice(0, start)),
    ...(changes?.flatMap((one) =>
      steps(one.removed ? 'removed' : one.added ? 'added' : 'same', one.value),
    ) ?? [...steps('removed', removed), ...steps('added', added)]),
    ...steps('same', before.slice(before.length - end)),
  ]
}

function steps(kind: DiffLine['kind'], lines: readonly string[]): readonly Step[] {
  return lines.map((text) => [kind, text])
}

function numbered(steps: readonly Step[]): readonly DiffLine[] {
  let before = 1
  let after = 1
  return steps.map(([kind, text]) => ({
    kind,
    text,
    before: kind === 'added' ? null : before++,
    after: kind === 'removed' ? null : after++,
  }))
}
