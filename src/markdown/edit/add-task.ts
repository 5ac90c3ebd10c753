import type { ParsedNote, SourceRange } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { VaultError } from '../../model/vault-error.ts'
import { contentStart } from '../../model/note-content.ts'
import { lineContentEnd, lineEnd, lineStart } from '../text/line-bounds.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'
import { keepHeadings } from './replace-section-text.ts'
import { parseNote } from '../read/parse-note.ts'
import { startsBlock } from '../read/starts-block.ts'
import { bodyEnd } from '../text/text-body.ts'
import { lineEndOf } from '../text/with-line-ends.ts'

export interface AddedTask {
  readonly text: string
  readonly line: number
}

/**
 * Adds an open task after the last task of a stretch, else at the stretch's end. The stretch is the text from a heading
 * to the next one, or the whole note. Existing text stays. CONFLICT where the line would be no task anywhere, as in a
 * note that ends in an open code block.
 *
 *     addTask('- [x] one\n', parseNote('- [x] one\n'), null, 'two')   // { text: '- [x] one\n- [ ] two\n', line: 2 }
 */
export function addTask(text: string, note: ParsedNote, within: SourceRange | null, task: string): AddedTask {
  const stretch = within ?? { start: contentStart(text, note.frontmatter).offset, end: note.end }
  for (const edit of places(text, note, stretch, task)) {
    const result = applyEdits(text, [edit])
    const line = addedLine(note, parseNote(result), task, { text: result, start: edit.start })
    if (line !== null) return { text: result, line }
  }
  throw new VaultError(
    'CONFLICT',
    'There is no place in the note where the line would be a task and every heading would stay one.',
    { hint: keepHeadings },
  )
}

/** The places to try, the best one first. */
function* places(
  text: string,
  { tasks }: ParsedNote,
  { start, end }: SourceRange,
  task: string,
): Generator<TextEdit> {
  const anchor = tasks.findLast(
    ({ range }) => range.start >= start && range.end <= end && isOuter(text, range),
  )
  if (anchor !== undefined) {
    const marker = /^[-*+]/.exec(text.slice(anchor.range.start))?.[0] ?? '-'
    const at = itemEnd(text, anchor.range, end)
    yield newLine(text, at, `${marker} [ ] ${task}`, false)
  }
  const last = bodyEnd(text, start, end)
  const at = last === start ? start : Math.min(end, lineEnd(text, last))
  const isBelowList =
    last > start && /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text.slice(lineStart(text, last)))
  if (isBelowList) yield newLine(text, at, `- [ ] ${task}`, false)
  yield newLine(text, at, `- [ ] ${task}`, last > start || start > 0)
}

/** True for a task that is not inside another list or a quote. */
function isOuter(text: string, { start }: SourceRange): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text.slice(start, start + 12))
}

/** The end of a list item with what is indented below it, or goes on with its text. */
function itemEnd(text: string, { end: itemLineEnd }: SourceRange, end: number): number {
  let last = lineEnd(text, itemLineEnd)
  for (let at = last, isAfterBlank = false; at < end; at = lineEnd(text, at)) {
    const row = text.slice(at, lineEnd(text, at))
    if (row.trim() === '') isAfterBlank = true
    else if (!/^[ \t]/.test(row) && (isAfterBlank || startsBlock(row))) break
    else {
      last = lineEnd(text, at)
      isAfterBlank = false
    }
  }
  return Math.min(last, end)
}

/** A line of its own at a line's start, or after a last line without a break. */
function newLine(text: string, at: number, line: string, isApart: boolean): TextEdit {
  const lineBreak = lineEndOf(text)
  const isOnNewLine = at === 0 || text[at - 1] === '\n' || text.slice(0, at) === '\ufeff'
  const blankBefore = isApart && !isBlankLineBefore(text, at) ? lineBreak : ''
  const after = text.slice(at, lineContentEnd(text, at)).trim()
  const blankAfter = isApart && after !== '' ? lineBreak : ''
  return {
    start: at,
    end: at,
    // A text without a final line break keeps none.
    insert: isOnNewLine
      ? `${blankBefore}${line}${lineBreak}${blankAfter}`
      : `${lineBreak}${blankBefore}${line}${blankAfter}`,
  }
}

function isBlankLineBefore(text: string, at: number): boolean {
  if (text[at - 1] !== '\n') return false
  return text.slice(lineStart(text, at - 1), at).trim() === ''
}

/** The line of the new task; null if it is no task there, or if anything else has changed. */
function addedLine(
  before: ParsedNote,
  after: ParsedNote,
  task: string,
  { text, start }: { readonly text: string; readonly start: number },
): number | null {
  const line = lineAt(findLineStarts(text), text.indexOf('[ ] ', start))
  const added = after.tasks.find((one) => one.line === line)
  const isSame =
    after.tasks.length === before.tasks.length + 1 && after.headings.length === before.headings.length
  // A block id at its end is not part of a task's text.
  return isSame && added?.status === ' ' && task.startsWith(added.text) ? line : null
}
