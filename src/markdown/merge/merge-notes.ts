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
 * frontmatter in comments, so that it can still be read. Null where the frontmatter of one cannot be read, one mixes line breaks, or
 * the base is itself in conflict.
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
  if ([base, ours, theirs].some(mixesLineEnds)) return null
  const lineEnd = mergedLineEnd(sides)
  const [old, mine, yours] = [base, ours, theirs].map((text) => splitNote(withLineEnds(text, lineEnd)))
  if (old === undefined || mine === undefined || yours === undefined) return null
  const head = mergeFrontmatter({ base: old.head, ours: mine.head, theirs: yours.head }, marks, lineEnd)
  if (head === null) return null
  const mark = mergeValue({ base: old.mark, ours: mine.mark, theirs: yours.mark })
  const merged = mergeBody({ base: old.body, ours: mine.body, theirs: yours.body }).filter(hasItems)
  const isFirst = head.lines.length === 0 && merged[0]?.kind === 'conflict'
  const body = isFirst ? markBothSides(merged, mark) : merged
  const whole = joinLineEnds([...head.lines, ...markConflicts(body, marks, lineEnd)], lineEnd)
  const isEnded = body.at(-1)?.kind === 'conflict' || hasLastBreak(sides)
  const text = `${isFirst ? '' : mark}${isEnded ? whole : whole.slice(0, -lineEnd.length)}`
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

/** Whether no line break is that of the whole text; one of an old Mac is none of a line. */
function mixesLineEnds(text: string): boolean {
  return /\r(?!\n)/.test(text) || (text.includes('\r\n') && /(?<!\r)\n/.test(text))
}

/** Where one side changed the line breaks of the whole note, they are changed in what the others have, too. */
function mergedLineEnd({ base, ours, theirs }: ThreeWays<string>): '\n' | '\r\n' {
  const [old, mine, yours] = [base, ours, theirs].map(lineEndOf)
  if (old) return mergeValue({ base: old, ours: mine ?? old, theirs: yours ?? old })
  return mine === '\n' || yours === '\n' ? '\n' : (mine ?? yours ?? '\n')
}

function lineEndOf(text: string): '\n' | '\r\n' | null {
  if (!text.includes('\n')) return null
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Each line ends with this break, also the last. */
function withLineEnds(text: string, lineEnd: '\n' | '\r\n'): string {
  const isEnded = text.endsWith('\n') || isEmpty(text)
  return `${text.replaceAll(/\r?\n/g, lineEnd)}${isEnded ? '' : lineEnd}`
}

/** Whether the last line ends with a break, as the side has it that changed that; a text without lines says nothing of it. */
function hasLastBreak({ base, ours, theirs }: ThreeWays<string>): boolean {
  const [old, mine, yours] = [base, ours, theirs].map((text) => (isEmpty(text) ? null : text.endsWith('\n')))
  if (typeof old !== 'boolean') return mine === true || yours === true
  return mergeValue({ base: old, ours: mine ?? old, theirs: yours ?? old })
}

function isEmpty(text: string): boolean {
  return text === '' || text === '\uFEFF'
}
