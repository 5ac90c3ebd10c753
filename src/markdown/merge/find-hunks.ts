import { diffArrays } from 'diff/lib/diff/array.js'
import { commonEnds } from '../text/shared-ends.ts'
import { smallest } from '../../model/largest.ts'

/** A run of lines that both texts have, or that only one has. */
export interface Hunk {
  count: number
  readonly kind: 'kept' | 'added' | 'removed'
}

const mostEdits = 4_000
/** A short text may gain more lines: the time goes with how many are compared with how many. */
const mostCompared = 8_000_000

/**
 * How one text became the other, from its beginning. Of lines that come again those are the same that stand at the same end, as git
 * takes them, and what was added or removed begins with a heading or after a blank line where it can. Null where too much has changed.
 */
export function findHunks(base: readonly string[], side: readonly string[]): readonly Hunk[] | null {
  const { head, tail } = commonEnds(base, side)
  const within = (keys: readonly string[]) => keys.slice(head, keys.length - tail)
  const [old, now] = [within(base), within(side)]
  const shorter = Math.min(old.length, now.length)
  const maxEditLength = Math.max(mostEdits, Math.floor(mostCompared / shorter))
  const found = diffArrays(old, now, { maxEditLength })
  if (found === undefined) return null
  const hunks: Hunk[] = []
  const add = (kind: Hunk['kind'], count: number) => {
    const last = hunks.at(-1)
    if (last?.kind === kind) last.count += count
    else if (count > 0) hunks.push({ kind, count })
  }
  add('kept', head)
  for (const { added, removed, count } of found) add(added ? 'added' : removed ? 'removed' : 'kept', count)
  add('kept', tail)
  slide(hunks, base, side)
  return hunks
}

/**
 * A run that is followed by what it begins with may as well stand further down, and one that ends with what is before it further up:
 * it stands where it is whole sections or items, as far down as it may.
 */
function slide(hunks: readonly Hunk[], base: readonly string[], side: readonly string[]): void {
  let [at, sideAt] = [0, 0]
  for (const [index, { kind, count }] of hunks.entries()) {
    const [before, after] = [hunks[index - 1], hunks[index + 1]]
    if (kind !== 'kept' && before?.kind === 'kept' && after?.kind === 'kept') {
      const [keys, start] = kind === 'removed' ? [base, at] : [side, sideAt]
      // What is kept between two runs stays between them.
      const [up, down] = [
        index === 1 ? before.count : before.count - 1,
        index === hunks.length - 2 ? after.count : after.count - 1,
      ]
      const by = bestPlace(keys, { start, end: start + count, up, down })
      before.count += by
      after.count -= by
      at += by
      sideAt += by
    }
    if (kind !== 'added') at += count
    if (kind !== 'removed') sideAt += count
  }
}

/** By how many lines to move it. */
function bestPlace(
  keys: readonly string[],
  { start, end, up, down }: Readonly<Record<'start' | 'end' | 'up' | 'down', number>>,
): number {
  let best = { by: 0, worth: worthOf(keys, start, end) }
  const look = (by: number) => {
    const worth = worthOf(keys, start + by, end + by)
    if (worth > best.worth || (worth === best.worth && by > best.by)) best = { by, worth }
  }
  for (let by = -1; -by <= up && keys[start + by] === keys[end + by]; by -= 1) look(by)
  for (let by = 1; by <= down && keys[start + by - 1] === keys[end + by - 1]; by += 1) look(by)
  return best.by
}

/** Whether a run is whole sections or items, and whether it stands apart from what is above it. */
function worthOf(keys: readonly string[], start: number, end: number): number {
  const lines = keys.slice(start, end).filter((key) => key.trim() !== '')
  const levels = lines.flatMap((line) => levelOf(line) ?? [])
  const [first = ''] = lines
  const isWhole =
    levels.length > 0
      ? levelOf(first) === smallest(levels)
      : indentIn(first) === smallest(lines.map(indentIn))
  const isApart = keys[start]?.trim() === '' || keys[start - 1]?.trim() === ''
  return (isWhole ? 2 : 0) + (isApart ? 1 : 0)
}

function levelOf(line: string): number | null {
  return /^(#{1,6})\s/.exec(line)?.[1]?.length ?? null
}

function indentIn(line: string): number {
  return line.length - line.trimStart().length
}
