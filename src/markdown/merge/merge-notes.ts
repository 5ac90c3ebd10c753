import { findFrontmatter, markEnd } from '../read/find-frontmatter.ts'
import { keepsAll } from './keeps.ts'
import { changeOf, withEdits, type SideEdits } from './find-edits.ts'
import { isBlank, splitLines, textOf } from './line.ts'
import { mergeFrontmatter } from './merge-frontmatter.ts'
import { mergeApart, mergeLines, mergePlainLines } from './merge-lines.ts'
import { mergeSections } from './merge-sections.ts'
import {
  conflict,
  countConflicts,
  hasLines,
  mapWays,
  markConflicts,
  settledFor,
  type ConflictMarks,
  type MergedText,
  type Piece,
  type ThreeWays,
} from './merged.ts'
import { readSections } from './section-tree.ts'

type Lines = readonly string[]

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
  const notes = mapWays(sides, splitNote)
  const head = mergeFrontmatter(
    mapWays(notes, (note) => note.head),
    marks,
  )
  if (head === null) return null
  const mark = mergeValue(mapWays(notes, (note) => note.mark))
  const merged = mergeBody(mapWays(notes, (note) => note.body)).filter(hasLines)
  const isFirst = head.lines.length === 0 && merged[0]?.kind === 'conflict'
  const body = isFirst ? markBothSides(merged, mark) : merged
  const whole = textOf([...head.lines, ...markConflicts(body, marks)])
  const isEnded = body.at(-1)?.kind === 'conflict' || hasLastBreak(sides)
  const text = `${isFirst ? '' : mark}${isEnded ? whole : whole.slice(0, -1)}`
  // Below a frontmatter that one side removed may stand what would be read as one.
  if (splitNote(text).head.length !== head.lines.length) return null
  return {
    text: text.replaceAll('\n', mergedLineEnd(sides)),
    conflicts: head.conflicts + countConflicts(body),
  }
}

/**
 * The byte-order mark before the first line of either side, as git has it: what marks a conflict is known by standing first in its
 * line. Where a side has no line in the first conflict, what follows is in it, too.
 */
function markBothSides(pieces: readonly Piece[], mark: string): readonly Piece[] {
  const [first, second, ...rest] = pieces
  if (mark === '' || first?.kind !== 'conflict') return pieces
  if (second !== undefined && (first.ours.length === 0 || first.theirs.length === 0)) {
    const both = [first, second]
    const sides = { ours: settledFor(both, 'ours'), theirs: settledFor(both, 'theirs') }
    return markBothSides([{ kind: 'conflict', ...sides }, ...rest], mark)
  }
  const marked = (lines: Lines) => lines.map((line, at) => (at === 0 ? `${mark}${line}` : line))
  return [{ ...first, ours: marked(first.ours), theirs: marked(first.theirs) }, ...pieces.slice(1)]
}

/**
 * As git merges where nothing is in conflict then; else by sections, or by lines alone where that leaves less in conflict, as where
 * one side changed the levels of all headings. A merge that does not keep what its sides made of the note is none, whatever it
 * understood of them: then with all that both changed side by side in conflict, or else all that differs.
 */
function mergeBody(lines: ThreeWays<Lines>): readonly Piece[] {
  const sides = withEdits(lines)
  const isChanged = [sides.ours, sides.theirs].every((side) => textOf(side) !== textOf(sides.base))
  if (isChanged && Object.values(sides.edits).some((side) => isAnother(sides.base, side)))
    return conflict(sides.ours, sides.theirs)
  const apart = mergeApart(sides)
  const isApartKept = keepsAll(sides, apart)
  if (isApartKept && countConflicts(apart) === 0) return apart
  let best: readonly Piece[] | null = null
  for (const merge of [mergeBySection, mergeLines]) {
    const merged = merge(sides)
    if (!keepsAll(sides, merged)) continue
    if (best === null || countConflicts(merged) < countConflicts(best)) best = merged
    if (countConflicts(best) === 0) return best
  }
  if (best !== null) return best
  const plain = mergePlainLines(sides)
  if (keepsAll(sides, plain)) return plain
  return isApartKept ? apart : conflict(sides.ours, sides.theirs)
}

/** Whether a side has nothing left of the text, so that what the other did in it has no place there. */
function isAnother(base: Lines, { edits, kept }: SideEdits): boolean {
  const isLeft = (line: string, at: number) => !isBlank(line) && kept.has(at)
  return !base.every(isBlank) && !base.some(isLeft) && edits.every((edit) => changeOf(base, edit) === null)
}

function mergeBySection(sides: ThreeWays<Lines>): readonly Piece[] {
  return mergeSections(mapWays(sides, readSections))
}

interface SplitNote {
  /** A byte-order mark, or nothing. */
  readonly mark: string
  readonly head: Lines
  readonly body: Lines
}

/** The parts of a note, whichever line breaks it has. */
function splitNote(written: string): SplitNote {
  const text = written.replaceAll('\r\n', '\n')
  const place = findFrontmatter(text)
  const start = place?.start ?? markEnd(text)
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
function mergedLineEnd(sides: ThreeWays<string>): '\n' | '\r\n' {
  const { base, ours, theirs } = mapWays(sides, lineEndOf)
  if (base !== null) return mergeValue({ base, ours: ours ?? base, theirs: theirs ?? base })
  return ours === '\n' || theirs === '\n' ? '\n' : (ours ?? theirs ?? '\n')
}

function lineEndOf(text: string): '\n' | '\r\n' | null {
  if (!text.includes('\n')) return null
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Whether the last line ends with a break, as the side has it that changed that; a text without lines says nothing of it. */
function hasLastBreak(sides: ThreeWays<string>): boolean {
  const { base, ours, theirs } = mapWays(sides, (text) =>
    text === '' || text === '\uFEFF' ? null : text.endsWith('\n'),
  )
  if (base === null) return ours === true || theirs === true
  return mergeValue({ base, ours: ours ?? base, theirs: theirs ?? base })
}
