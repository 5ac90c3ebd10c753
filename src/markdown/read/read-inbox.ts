import type { SourceRange } from '../../model/parsed-note.ts'
import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { startsBlock } from './starts-block.ts'
import { lineEnd } from '../text/line-bounds.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'

/** One captured thought: a list item at the left margin with everything that belongs to it. */
export interface InboxItem {
  /** `YYYY-MM-DD HH:MM` or `YYYY-MM-DD`; null for an item without one. */
  readonly timestamp: string | null
  /** Without bullet, timestamp and the indentation of its further lines. */
  readonly text: string
  readonly line: number
  /** Its whole lines with the last line break, but without blank lines after it. */
  readonly range: SourceRange
}

/**
 * The items of an inbox, in file order. What is indented below an item belongs to it, even after blank lines, and a line
 * at the margin that goes on with its text; headings, paragraphs and code blocks between items belong to no item.
 *
 *     readInbox('# Inbox\n\n- 2026-03-01 09:30 Call Ada\n')[0]?.text   // 'Call Ada'
 */
export function readInbox(text: string): readonly InboxItem[] {
  const items: Row[] = []
  let isOpen = false
  let fence: string | null = null
  /** After a blank line or an empty bullet no paragraph is open that a line at the margin could go on with. */
  let isApart = false
  /** Whether a paragraph between items is open, which a line with a dash below it makes a heading. */
  let isParagraph = false
  for (const row of bodyRows(text)) {
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(row.text)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && row.text.trim() === mark) fence = null
      continue
    }
    if (row.text.trim() === '') {
      isApart = true
      isParagraph = false
      continue
    }
    const goesOn = /^[ \t]/.test(row.text) || (!isApart && !startsBlock(row.text))
    isApart = /^[ \t]*[-*+][ \t]*\r?\n?$/.test(row.text)
    const last = isOpen && goesOn ? items.pop() : undefined
    if (last !== undefined) items.push({ ...last, end: row.end })
    else {
      isOpen = isItem(row.text) && !(isParagraph && /^-[ \t]*\r?\n?$/.test(row.text))
      isParagraph = !isOpen && !startsBlock(row.text) && (isParagraph || !/^(?: {4}| *\t)/.test(row.text))
      if (isOpen) items.push(row)
      else if (mark !== undefined) fence = mark
    }
  }
  return items.map((item) => toItem(text, item))
}

interface Row {
  readonly line: number
  readonly start: number
  /** After its line break. */
  readonly end: number
  readonly text: string
}

function* bodyRows(text: string): Generator<Row> {
  let start = findFrontmatter(text)?.bodyStart ?? bodyOffset(text)
  for (let line = lineAt(findLineStarts(text), start); start < text.length; line += 1) {
    const end = lineEnd(text, start)
    yield { line, start, end, text: text.slice(start, end) }
    start = end
  }
}

function isItem(row: string): boolean {
  return /^[-*+](?:[ \t]|\r?\n|$)/.test(row) && !/^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})\r?\n?$/.test(row)
}

const stamp = /^(\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?)(?:[ \t]+|(?=\r?\n|$))/

function toItem(text: string, { line, start, end }: Row): InboxItem {
  const [first = '', ...rest] = text
    .slice(start, end)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  const own = first.replace(/^[-*+][ \t]*/, '')
  const [written, timestamp = null] = stamp.exec(own) ?? []
  const head = written === undefined ? own : own.slice(written.length)
  const below = rest.map((row) => row.replace(/^(?:\t| {1,2})/, ''))
  // Something that had to begin on a line of its own, like code.
  const rows = head.trim() === '' ? below : [head, ...below]
  return {
    timestamp: timestamp?.replace('T', ' ') ?? null,
    text: rows.join('\n').trim(),
    line,
    range: { start, end },
  }
}
