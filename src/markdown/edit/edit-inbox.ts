import type { TextEdit } from '../../model/text-edit.ts'
import { lineStart } from '../text/line-bounds.ts'
import { blankBetween } from './blank-between.ts'
import { readInbox, type InboxItem } from '../read/read-inbox.ts'
import { lineEndOf, withLineEnds } from '../text/with-line-ends.ts'

/** The text of a new inbox. */
export const newInbox = '# Inbox\n'

/**
 * One inbox item as Markdown: further lines are indented, so that they stay in the item.
 *
 *     renderInboxItem('Call Ada\nabout the site', '2026-03-01 09:30')   // '- 2026-03-01 09:30 Call Ada\n  about the site'
 */
export function renderInboxItem(text: string, timestamp: string): string {
  const [first = '', ...rest] = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n')
    .map((row) => row.trimEnd())
  // After a timestamp these would be plain text, and a block that they open would stay open.
  const isBlock = rest.length > 0 && /^(?:[-*+>|]|#{1,6} |`{3}|~{3}|\d{1,9}[.)] )/.test(first)
  const rows = isBlock ? ['', first, ...rest] : [first, ...rest]
  return `- ${timestamp} ${rows.map((row, index) => (index === 0 || row === '' ? row : `  ${row}`)).join('\n')}`.replace(
    / +(?=\n)/,
    '',
  )
}

/** The edit that adds an item at the end of an inbox; nothing before it changes. */
export function appendInboxItem(text: string, item: string): TextEdit {
  const lineBreak = lineEndOf(text)
  const isOnNewLine = text === '' || text === '\ufeff' || text.endsWith('\n')
  const last = readInbox(text).at(-1)
  const isBelowItem = last !== undefined && text.slice(last.range.end).trim() === ''
  const lastLine = text.slice(lineStart(text, Math.max(0, text.length - (isOnNewLine ? 1 : 0))))
  const isApart = isBelowItem || lastLine.trim() === '' || text.trim() === ''
  return {
    start: text.length,
    end: text.length,
    insert: `${isOnNewLine ? '' : lineBreak}${isApart ? '' : lineBreak}${withLineEnds(item, text)}${lineBreak}`,
  }
}

/**
 * Edits that remove items, with the blank lines between each and the next item. What stands below them makes no heading of
 * what stands above.
 */
export function removeInboxItems(text: string, items: readonly InboxItem[]): readonly TextEdit[] {
  let above = ''
  let position = 0
  return items.map(({ range: { start, end } }) => {
    const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0
    const isFollowed = /^[-*+][ \t]/.test(text.slice(end + blank, end + blank + 2))
    // Items next to each other go as one.
    if (start > position) above = text.slice(position, start)
    position = isFollowed ? end + blank : end
    return { start, end: position, insert: blankBetween(above, text.slice(position), lineEndOf(text)) }
  })
}
