import { changedFrom, type Edited } from './find-edits.ts'
import { indentOf, isBlank, textOf, type Line } from './line.ts'
import { withGaps, type Piece } from './merged.ts'
import { saysTheSame } from './says-the-same.ts'

/** Whether each item of a merge, and each other indented line, has the parent that it had where it came from. */
export function keepsParents(
  { base, ours, theirs, edits }: Edited<Line>,
  merged: readonly Piece<Line>[],
): boolean {
  const sides = [base, ours, theirs]
  const texts = sides.map((lines) => new Set(lines.map(textOf)))
  const isKnown = (line: Line | null) => line === null || texts.some((known) => known.has(line.text))
  // An item that has all that stood below it is the same with other words.
  const children = sides.map(childrenIn)
  const hasChildren = (was: string, is: string) => {
    const old = children[0]?.get(was) ?? []
    return (
      old.length > 0 && children.slice(1).some((side) => old.every((line) => side.get(is)?.includes(line)))
    )
  }
  const was = changedFrom(base, edits, (one, other) => saysTheSame(one, other) || hasChildren(one, other))
  const wasCalled = ([parent, child]: Family) => nameOf([parent === null ? null : was(parent), was(child)])
  const families = sides.map((lines) => new Set(parentsIn(lines).map(wasCalled)))
  // What one side wrote stands below what it meant.
  const isFamily = (pair: Family) => {
    const isOld = texts[0]?.has(pair[1].text) === true
    return families.some((known, at) => known.has(wasCalled(pair)) && (isOld || texts[at]?.has(pair[1].text)))
  }
  return parentsIn(withGaps(merged)).every((pair) => !pair.every(isKnown) || isFamily(pair))
}

type Family = readonly [parent: Line | null, child: Line]

/** Each indented line with the one below which it stands; without those below a conflict. */
function parentsIn(lines: readonly (Line | null)[]): readonly Family[] {
  let above: readonly Line[] = []
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
function childrenIn(lines: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>()
  for (const [parent, child] of parentsIn(lines)) {
    if (parent === null) continue
    const known = children.get(parent.text)
    if (known === undefined) children.set(parent.text, [child.text])
    else known.push(child.text)
  }
  return children
}

function nameOf([parent, child]: Family): string {
  return `${parent?.text ?? ''}\n${child.text}`
}
