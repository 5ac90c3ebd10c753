import { withEdits } from './find-edits.ts'
import { isBlank, textOf, type Line } from './line.ts'
import { matchSections } from './match-sections.ts'
import { joinLine, mergeLines } from './merge-lines.ts'
import { mergeOrder } from './merge-order.ts'
import { agreed, conflict, hasItems, type Piece, type ThreeWays } from './merged.ts'
import { linesOf, noSection, type SectionNode } from './section-tree.ts'

/** Merges one section of each side, or the roots of both: heading, text, and the sections below in the order of both. */
export function mergeSections(sides: ThreeWays<SectionNode>): readonly Piece<Line>[] {
  return [
    ...mergeHeading(of(sides, ({ heading }) => heading)),
    ...mergeContent(of(sides, ({ content }) => content)),
    ...mergeChildren(of(sides, ({ children }) => children)),
  ]
}

function of<Part>(
  { base, ours, theirs }: ThreeWays<SectionNode>,
  part: (node: SectionNode) => Part,
): ThreeWays<Part> {
  return { base: part(base), ours: part(ours), theirs: part(theirs) }
}

function mergeHeading({ base, ours, theirs }: ThreeWays<readonly Line[]>): readonly Piece<Line>[] {
  const written = (lines: readonly Line[]) => lines.map(textOf).join('\n')
  const [old, mine, yours] = [base, ours, theirs].map(written)
  if (mine === yours || yours === old) return [agreed(...ours)]
  if (mine === old) return [agreed(...theirs)]
  const isOneLine = base.length === 1 && ours.length === 1 && theirs.length === 1
  const [line, one, other] = [base[0], ours[0], theirs[0]]
  const joined = isOneLine && line && one && other ? joinLine({ base: line, ours: one, theirs: other }) : null
  return joined === null ? conflict(ours, theirs, textOf) : [agreed(joined)]
}

/**
 * The blank lines at the end belong to the place of a section, which ends without one where it stands last: where sides have not
 * as many of them they are merged apart.
 */
function mergeContent(sides: ThreeWays<readonly Line[]>): readonly Piece<Line>[] {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(withoutEnd)
  if (base === undefined || ours === undefined || theirs === undefined) return []
  const ends = [base.end, ours.end, theirs.end].map(({ length }) => length)
  const areAlike = new Set(ends).size === 1
  if (areAlike || [base, ours, theirs].some(({ text }) => text.length === 0))
    return mergeLines(withEdits(sides, textOf))
  const changed = [ours.end, theirs.end].filter((end) => end.length !== base.end.length)
  const end = changed.reduce((long, other) => (other.length > long.length ? other : long))
  const texts = { base: base.text, ours: ours.text, theirs: theirs.text }
  return [...mergeLines(withEdits(texts, textOf)), agreed(...end)]
}

function withoutEnd(lines: readonly Line[]): Record<'text' | 'end', readonly Line[]> {
  const length = lines.findLastIndex((line) => !isBlank(line)) + 1
  return { text: lines.slice(0, length), end: lines.slice(length) }
}

/** One section in as many of the three as have it. */
type Family = { readonly [Side in keyof ThreeWays<unknown>]: SectionNode | null }

function mergeChildren(sides: ThreeWays<readonly SectionNode[]>): readonly Piece<Line>[] {
  const families = findFamilies(sides)
  const orderIn = (side: keyof Family) => {
    const nodes = sides[side]
    return [...families]
      .filter(([, family]) => family[side] !== null)
      .sort(([, a], [, b]) => nodes.indexOf(a[side] ?? noSection) - nodes.indexOf(b[side] ?? noSection))
      .map(([id]) => id)
  }
  const order = mergeOrder({ base: orderIn('base'), ours: orderIn('ours'), theirs: orderIn('theirs') })
  const merged = order.flatMap((id) => {
    const family = families.get(id)
    return family === undefined ? [] : [mergeFamily(family)]
  })
  return merged
    .filter((pieces) => pieces.some(hasItems))
    .flatMap((pieces, index, all) => {
      const isEnd = index === all.length - 1
      return isEnd || !endsWithText(pieces) ? pieces : [...pieces, ...blankAfter(sides, pieces)]
    })
}

function mergeFamily({ base, ours, theirs }: Family): readonly Piece<Line>[] {
  if (ours !== null && theirs !== null) return mergeSections({ base: base ?? noSection, ours, theirs })
  const left = ours ?? theirs
  if (left === null) return []
  const lines = linesOf(left)
  if (base === null) return [agreed(...lines)]
  if (linesOf(base).map(textOf).join('\n') === lines.map(textOf).join('\n')) return []
  return ours === null ? conflict([], lines, textOf) : conflict(lines, [], textOf)
}

/** The section that stood last may have no blank line at its end, and gets the one that stands before other headings. */
function blankAfter(
  sides: ThreeWays<readonly SectionNode[]>,
  pieces: readonly Piece<Line>[],
): readonly Piece<Line>[] {
  const isLast = (nodes: readonly SectionNode[]) => {
    const node = nodes.at(-1)
    const end = node === undefined ? undefined : linesOf(node).at(-1)
    return end !== undefined && end.text === lastOf(pieces)?.text
  }
  const wasLast = [sides.base, sides.ours, sides.theirs].some(isLast)
  const usesBlanks = [sides.base, sides.ours, sides.theirs].every((nodes) =>
    nodes.slice(0, -1).every((node) => linesOf(node).slice(-1).every(isBlank)),
  )
  return wasLast && usesBlanks
    ? [agreed<Line>({ text: '', end: lastOf(pieces)?.end === '\r\n' ? '\r\n' : '\n' })]
    : []
}

function endsWithText(pieces: readonly Piece<Line>[]): boolean {
  const last = lastOf(pieces)
  return last !== undefined && !isBlank(last)
}

function lastOf(pieces: readonly Piece<Line>[]): Line | undefined {
  const piece = pieces.filter(hasItems).at(-1)
  return piece?.kind === 'agreed' ? piece.items.at(-1) : undefined
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
  const nodeAt = (nodes: readonly SectionNode[], index: number | undefined) =>
    index === undefined ? null : (nodes[index] ?? null)
  base.forEach((node, index) => {
    families.set(`= ${String(index).padStart(6, '0')}`, {
      base: node,
      ours: nodeAt(ours, inOurs.get(index)),
      theirs: nodeAt(theirs, inTheirs.get(index)),
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
    const texts = [family.ours, family.theirs].flatMap((node) => (node === null ? [] : [nameOf(node)]))
    let id = texts.sort()[0] ?? ''
    while (families.has(id)) id += '+'
    families.set(id, family)
  }
  for (const node of mine) add({ base: null, ours: node, theirs: twins.get(node) ?? null })
  const isTwin = new Set(twins.values())
  for (const node of yours) if (!isTwin.has(node)) add({ base: null, ours: null, theirs: node })
  return families
}

function nameOf(node: SectionNode): string {
  return `+ ${linesOf(node).map(textOf).join('\n')}`
}
