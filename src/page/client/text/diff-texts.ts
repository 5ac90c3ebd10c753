import type { DiffLine, Hunk } from './parse-diff.ts'

const around = 3
// Beyond so many steps two texts have little in common: one then stands for the other as a whole.
const mostSteps = 2_000

/** How one text becomes another, line by line, with three lines around each change. None for the same text. */
export function diffTexts(before: string, after: string): readonly Hunk[] {
  const lines = numbered(compareLines(before.split(lineEnd), after.split(lineEnd)))
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

const lineEnd = /\r\n?|\n/

type Step = readonly [DiffLine['kind'], string]

/** How one list of lines becomes another, line by line. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const same = (lines: readonly string[]) => lines.map((line): Step => ['same', line])
  return [
    ...same(before.slice(0, start)),
    ...shortestWay(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** Myers: the fewest lines to remove and add. */
function shortestWay(before: readonly string[], after: readonly string[]): readonly Step[] {
  const furthest = new Map([[1, 0]])
  const trail: Map<number, number>[] = []
  for (let steps = 0; steps <= Math.min(before.length + after.length, mostSteps); steps += 1) {
    trail.push(new Map(furthest))
    for (let line = -steps; line <= steps; line += 2) {
      const down = furthest.get(line + 1) ?? -1
      const right = furthest.get(line - 1) ?? -1
      let x = line === -steps || (line !== steps && right < down) ? down : right + 1
      while (x < before.length && x - line < after.length && before[x] === after[x - line]) x += 1
      furthest.set(line, x)
      if (x >= before.length && x - line >= after.length) return walkBack(trail, before, after)
    }
  }
  return [...before.map((text): Step => ['removed', text]), ...after.map((text): Step => ['added', text])]
}

function walkBack(
  trail: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Step[] {
  const way: Step[] = []
  let x = before.length
  let y = after.length
  for (const [steps, furthest] of [...trail.entries()].reverse()) {
    const line = x - y
    const down = furthest.get(line + 1) ?? -1
    const right = furthest.get(line - 1) ?? -1
    const isDown = line === -steps || (line !== steps && right < down)
    const fromX = isDown ? down : right
    const fromY = fromX - (isDown ? line + 1 : line - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1
      y -= 1
      way.push(['same', before[x] ?? ''])
    }
    if (steps === 0) break
    way.push(isDown ? ['added', after[fromY] ?? ''] : ['removed', before[fromX] ?? ''])
    x = fromX
    y = fromY
  }
  return way.reverse()
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
