import { withEdits } from './find-edits.ts'
import { isBlank } from './line.ts'
import { matchSections } from './match-sections.ts'
import { joinLine, mergeLines } from './merge-lines.ts'
import { mergeOrder } from './merge-order.ts'
import { agreed, conflict, hasLines, mapWays, type Piece, type ThreeWays } from './merged.ts'
import { linesOf, noSection, type SectionNode } from './section-tree.ts'

type Lines = readonly string[]

/** Merges one section of each side, or the roots of both: heading, text, and the sections below in the order of both. */
export function mergeSections(sides: ThreeWays<SectionNode>): readonly Piece[] {
  return [
    ...mergeHeading(mapWays(sides, ({ heading }) => heading)),
    ...mergeContent(mapWays(sides, ({ content }) => content)),
    ...mergeChildren(mapWays(sides, ({ children }) => children)),
  ]
}

function mergeHeading(sides: ThreeWays<Lines>): readonly Piece[] {
  const { base: old, ours: mine, theirs: yours } = mapWays(sides, (lines) => lines.join('\n'))
  const { base, ours, theirs } = sides
  if (mine === yours || yours === old) return [agreed(ours)]
  if (mine === old) return [agreed(theirs)]
  const isOneLine = [base, ours, theirs].every(({ length }) => length === 1)
  const joined = isOneLine ? joinLine({ base: old, ours: mine, theirs: yours }) : null
  return joined === null ? conflict(ours, theirs) : [agreed([joined])]
}

/**
 * The blank lines at the end belong to the place of a section, which ends without one where it stands last: where sides have not
 * as many of them they are merged apart.
 */
function mergeContent(sides: ThreeWays<Lines>): readonly Piece[] {
  const parts = mapWays(sides, withoutEnd)
  const { base, ours, theirs } = parts
  const changed = [ours, theirs].filter(({ end }) => end.length !== base.end.length)
  if (changed.length === 0 || [base, ours, theirs].some(({ text }) => text.length === 0))
    return mergeLines(withEdits(sides))
  const { end } = changed.reduce((long, other) => (other.end.length > long.end.length ? other : long))
  return [...mergeLines(withEdits(mapWays(parts, ({ text }) => text))), agreed(end)]
}

function withoutEnd(lines: Lines): Record<'text' | 'end', Lines> {
  const length = lines.findLastIndex((line) => !isBlank(line)) + 1
  return { text: lines.slice(0, length), end: lines.slice(length) }
}

/** One section in as many of the three as have it. */
type Family = { readonly [Side in keyof ThreeWays<unknown>]: SectionNode | null }

function mergeChildren(sides: ThreeWays<readonly SectionNode[]>): readonly Piece[] {
  const families = findFamilies(sides)
  const orderIn = (side: keyof Family) => {
    const ids = new Map([...families].map(([id, family]) => [family[side], id]))
    return sides[side].flatMap((node) => ids.get(node) ?? [])
  }
  const order = mergeOrder({ base: orderIn('base'), ours: orderIn('ours'), theirs: orderIn('theirs') })
  return order
    .flatMap((id) => families.get(id) ?? [])
    .map(mergeFamily)
    .filter((pieces) => pieces.some(hasLines))
    .flatMap((pieces, index, all) => {
      const isEnd = index === all.length - 1
      return isEnd || !endsWithText(pieces) ? pieces : [...pieces, ...blankAfter(sides, pieces)]
    })
}

function mergeFamily({ base, ours, theirs }: Family): readonly Piece[] {
  if (ours !== null && theirs !== null) return mergeSections({ base: base ?? noSection, ours, theirs })
  const left = ours ?? theirs
  if (left === null) return []
  const lines = linesOf(left)
  if (base === null) return [agreed(lines)]
  if (linesOf(base).join('\n') === lines.join('\n')) return []
  return ours === null ? conflict([], lines) : conflict(lines, [])
}

/** The section that stood last may have no blank line at its end, and gets the one that stands before other headings. */
function blankAfter(sides: ThreeWays<readonly SectionNode[]>, pieces: readonly Piece[]): readonly Piece[] {
  const lists = [sides.base, sides.ours, sides.theirs]
  const wasLast = lists.some((nodes) => linesOf(nodes.at(-1) ?? noSection).at(-1) === lastOf(pieces))
  const usesBlanks = lists.every((nodes) =>
    nodes.slice(0, -1).every((node) => linesOf(node).slice(-1).every(isBlank)),
  )
  return wasLast && usesBlanks ? [agreed([''])] : []
}

function endsWithText(pieces: readonly Piece[]): boolean {
  const last = lastOf(pieces)
  return last !== undefined && !isBlank(last)
}

function lastOf(pieces: readonly Piece[]): string | undefined {
  const piece = pieces.findLast(hasLines)
  return piece?.kind === 'agreed' ? piece.lines.at(-1) : undefined
}

/** What belongs together, by a name that does not say whose it is. */
function findFamilies({
  base,
  ours,
  theirs,
}: ThreeWays<readonly SectionNode[]>): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>()
  const inOurs = matchSections(base, ours)
  const inTheirs = matchSections(base, theirs)
  base.forEach((node, index) => {
    families.set(`= ${String(index).padStart(6, '0')}`, {
      base: node,
      ours: ours[inOurs.get(index) ?? -1] ?? null,
      theirs: theirs[inTheirs.get(index) ?? -1] ?? null,
    })
  })
  const isNew = (nodes: readonly SectionNode[], matches: ReadonlyMap<number, number>) => {
    const known = new Set(matches.values())
    return nodes.filter((_, index) => !known.has(index))
  }
  const [mine, yours] = [isNew(ours, inOurs), isNew(theirs, inTheirs)]
  const twins = new Map<SectionNode, SectionNode>()
  for (const node of mine) {
    const twin = yours.find(({ key, level }) => key === node.key && level === node.level)
    if (twin !== undefined && ![...twins.values()].includes(twin)) twins.set(node, twin)
  }
  const add = (family: Family) => {
    const nodes = [family.ours, family.theirs].filter((node) => node !== null)
    let [id = ''] = nodes.map((node) => `+ ${linesOf(node).join('\n')}`).sort()
    while (families.has(id)) id += '+'
    families.set(id, family)
  }
  for (const node of mine) add({ base: null, ours: node, theirs: twins.get(node) ?? null })
  const isTwin = new Set(twins.values())
  for (const node of yours) if (!isTwin.has(node)) add({ base: null, ours: null, theirs: node })
  return families
}
