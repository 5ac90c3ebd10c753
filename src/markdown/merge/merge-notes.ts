import { findFrontmatter } from '../read/find-frontmatter.ts'
import { keepsAll } from './keeps.ts'
import { changeOf, withEdits, type SideEdits } from './find-edits.ts'
import { isBlank, joinLineEnds, splitLines, textOf, type Line } from './line.ts'
import { mergeFrontmatter } from './merge-frontmatter.ts'
import { mergeApart, mergeLines, mergePlainLines } from './merge-lines.ts'
import { mergeSections } from './merge-sections.ts'
import {
  conflict,
  countConflicts,
  hasItems,
  markConflicts,
  settledFor,
  type ConflictMarks,
  type MergedText,
  type Piece,
  type ThreeWays,
} from './merged.ts'
import { readSections } from './section-tree.ts'

/**
 * Merges what two sides made of one note by its structure: frontmatter by key, sections by heading and place, lists by
 * item, the rest by line. Bytes that nobody changed stay. What both changed differently is marked as git marks it; in the
 * frontmatter in comments, so that it can still be read. Null where the frontmatter of one cannot be read, or the base is itself in
 * conflict.
 *
 *     mergeNotes({ base: '- a\n- b\n', ours: '- a\n- B\n', theirs: '- A\n- b\n' }, marks)
 *     // { text: '- A\n- B\n', conflicts: 0 }
 */
export function mergeNotes(sides: ThreeWays<string>, marks: ConflictMarks): MergedText | null {
  const { base, ours, theirs } = sides
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 }
  if (ours === base) return { text: theirs, conflicts: 0 }
  // Of several commits to begin with git makes one by merging them: what was in conflict there would seem removed by each side.
  if (/^\uFEFF?<{7}.*^={7}.*^>{7}/ms.test(base)) return null
  const lineEnd = mergedLineEnd(sides)
  const [old, mine, yours] = [base, ours, theirs].map((text) => splitNote(withLineEnd(text, lineEnd, sides)))
  if (old === undefined || mine === undefined || yours === undefined) return null
  const head = mergeFrontmatter({ base: old.head, ours: mine.head, theirs: yours.head }, marks, lineEnd)
  if (head === null) return null
  const mark = mergeValue({ base: old.mark, ours: mine.mark, theirs: yours.mark })
  const merged = mergeBody({ base: old.body, ours: mine.body, theirs: yours.body }).filter(hasItems)
  const isFirst = head.lines.length === 0 && merged[0]?.kind === 'conflict'
  const body = isFirst ? markBothSides(merged, mark) : merged
  const whole = joinLineEnds([...head.lines, ...markConflicts(body, marks, lineEnd)], lineEnd)
  const text = `${isFirst ? '' : mark}${whole}`
  // Below a frontmatter that one side removed may stand what would be read as one.
  if (splitNote(text).head.length !== head.lines.length) return null
  return { text, conflicts: head.conflicts + countConflicts(body) }
}

/**
 * The byte-order mark before the first line of either side, as git has it: what marks a conflict is known by standing first in its
 * line. Where a side has no line in the first conflict, what follows is in it, too.
 */
function markBothSides(pieces: readonly Piece<Line>[], mark: string): readonly Piece<Line>[] {
  const [first, second, ...rest] = pieces
  if (mark === '' || first?.kind !== 'conflict') return pieces
  if (second !== undefined && (first.ours.length === 0 || first.theirs.length === 0)) {
    const both = [first, second]
    const sides = { ours: settledFor(both, 'ours'), theirs: settledFor(both, 'theirs') }
    return markBothSides([{ kind: 'conflict', ...sides }, ...rest], mark)
  }
  const marked = (lines: readonly Line[]) =>
    lines.map((line, at) => (at === 0 ? { ...line, text: `${mark}${line.text}` } : line))
  return [{ ...first, ours: marked(first.ours), theirs: marked(first.theirs) }, ...pieces.slice(1)]
}

/**
 * As git merges where nothing is in conflict then; else by sections, or by lines alone where that leaves less in conflict, as where
 * one side changed the levels of all headings. A merge that does not keep what its sides made of the note is none, whatever it
 * understood of them: then with all that both changed side by side in conflict, or else all that differs.
 */
function mergeBody(lines: ThreeWays<readonly Line[]>): readonly Piece<Line>[] {
  const sides = withEdits(lines, textOf)
  const isChanged = [sides.ours, sides.theirs].every((side) => !areAlike(side, sides.base))
  if (isChanged && Object.values(sides.edits).some((side) => isAnother(sides.base, side)))
    return conflict(sides.ours, sides.theirs, textOf)
  const apart = mergeApart(sides)
  const isApartKept = keepsAll(sides, apart)
  if (isApartKept && countConflicts(apart) === 0) return apart
  let best: readonly Piece<Line>[] | null = null
  for (const merge of [mergeBySection, mergeLines]) {
    const merged = merge(sides)
    if (!keepsAll(sides, merged)) continue
    if (best === null || countConflicts(merged) < countConflicts(best)) best = merged
    if (countConflicts(best) === 0) return best
  }
  if (best !== null) return best
  const plain = mergePlainLines(sides)
  if (keepsAll(sides, plain)) return plain
  return isApartKept ? apart : conflict(sides.ours, sides.theirs, textOf)
}

function areAlike(one: readonly Line[], other: readonly Line[]): boolean {
  return one.length === other.length && one.every(({ text }, at) => text === other[at]?.text)
}

/** Whether a side has nothing left of the text, so that what the other did in it has no place there. */
function isAnother(base: readonly Line[], { edits, kept }: SideEdits<Line>): boolean {
  const isLeft = (line: Line | undefined) => line !== undefined && !isBlank(line)
  return (
    base.some(isLeft) &&
    ![...kept.values()].some(isLeft) &&
    edits.every((edit) => changeOf(base, edit) === null)
  )
}

function mergeBySection({ base, ours, theirs }: ThreeWays<readonly Line[]>): readonly Piece<Line>[] {
  return mergeSections({
    base: readSections(base),
    ours: readSections(ours),
    theirs: readSections(theirs),
  })
}

interface SplitNote {
  /** A byte-order mark, or nothing. */
  readonly mark: string
  readonly head: readonly Line[]
  readonly body: readonly Line[]
}

function splitNote(text: string): SplitNote {
  const place = findFrontmatter(text)
  const start = place?.start ?? (text.startsWith('\uFEFF') ? 1 : 0)
  const bodyStart = place?.bodyStart ?? start
  return {
    mark: text.slice(0, start),
    head: splitLines(text.slice(start, bodyStart)),
    body: splitLines(text.slice(bodyStart)),
  }
}

function mergeValue<Value>({ base, ours, theirs }: ThreeWays<Value>): Value {
  return ours === base ? theirs : ours
}

function usualLineEnd(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1
  const long = text.split('\r\n').length - 1
  return long * 2 > all ? '\r\n' : '\n'
}

function mergedLineEnd({ base, ours, theirs }: ThreeWays<string>): '\n' | '\r\n' {
  if (base === '') return usualLineEnd(`${ours}${theirs}`)
  return mergeValue({ base: usualLineEnd(base), ours: usualLineEnd(ours), theirs: usualLineEnd(theirs) })
}

/** Where one side changed the line breaks of the whole note, they are changed in what the others have, too. */
function withLineEnd(text: string, lineEnd: '\n' | '\r\n', { base }: ThreeWays<string>): string {
  if (base === '' || usualLineEnd(base) === lineEnd || usualLineEnd(text) === lineEnd) return text
  return joinLineEnds(
    splitLines(text).map((line) => ({ text: textOf(line), end: line.end === '' ? '' : lineEnd })),
    lineEnd,
  )
}
