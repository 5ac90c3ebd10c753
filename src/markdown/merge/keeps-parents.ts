import { changedFrom, type Edited } from './find-edits.ts'
import { indentOf, isBlank } from './line.ts'
import { withGaps, type Piece } from './merged.ts'
import { saysTheSame } from './says-the-same.ts'

/** Whether each item of a merge, and each other indented line, has the parent that it had where it came from. */
export function keepsParents(edited: Edited, merged: readonly Piece[]): boolean {
  const sides = [edited.base, edited.ours, edited.theirs]
  const texts = sides.map((lines) => new Set(lines))
  const isKnown = (line: string | null) => line === null || texts.some((known) => known.has(line))
  // An item that has all that stood below it is the same with other words.
  const [old, ...children] = sides.map(childrenIn)
  const hasChildren = (was: string, is: string) => {
    const before = old?.get(was)
    return (
      before !== undefined && children.some((side) => before.every((line) => side.get(is)?.includes(line)))
    )
  }
  const was = changedFrom(edited, (one, other) => saysTheSame(one, other) || hasChildren(one, other))
  const wasCalled = ([parent, child]: Family) => `${parent === null ? '' : was(parent)}\n${was(child)}`
  const families = sides.map((lines) => new Set(parentsIn(lines).map(wasCalled)))
  // What one side wrote stands below what it meant.
  const isFamily = (pair: Family) => {
    const isOld = texts[0]?.has(pair[1]) === true
    return families.some((known, at) => known.has(wasCalled(pair)) && (isOld || texts[at]?.has(pair[1])))
  }
  return parentsIn(withGaps(merged)).every((pair) => !pair.every(isKnown) || isFamily(pair))
}

type Family = readonly [parent: string | null, child: string]

/** Each indented line with the one below which it stands; without those below a conflict. */
function parentsIn(lines: readonly (string | null)[]): readonly Family[] {
  let above: readonly string[] = []
  let isKnown = true
  const families: Family[] = []
  for (const line of lines) {
    if (line === null) [above, isKnown] = [[], false]
    if (line === null || isBlank(line)) continue
    above = above.filter((other) => indentOf(other) < indentOf(line))
    const parent = above.at(-1)
    if (indentOf(line) > 0 && (isKnown || parent !== undefined)) families.push([parent ?? null, line])
    if (indentOf(line) === 0) isKnown = true
    above = [...above, line]
  }
  return families
}

/** The lines that stand right below each line, a step further in. */
function childrenIn(lines: readonly string[]): ReadonlyMap<string | null, readonly string[]> {
  const families = Map.groupBy(parentsIn(lines), ([parent]) => parent)
  return new Map([...families].map(([parent, pairs]) => [parent, pairs.map(([, child]) => child)]))
}
