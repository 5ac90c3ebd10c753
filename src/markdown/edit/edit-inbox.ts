import { applyEdits } from '../../model/text-edit.ts'
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

/**
 * An inbox with one item more at its end; nothing before it changes. Null where what was added would be no item of its own,
 * as below an open block of code.
 */
export function addInboxItem(
  text: string,
  { item }: { readonly item: string },
): { readonly text: string; readonly count: number } | null {
  const items = readInbox(text)
  const lineBreak = lineEndOf(text)
  const isOnNewLine = text === '' || text === '\ufeff' || text.endsWith('\n')
  const last = items.at(-1)
  const isBelowItem = last !== undefined && text.slice(last.range.end).trim() === ''
  const lastLine = text.slice(lineStart(text, Math.max(0, text.length - (isOnNewLine ? 1 : 0))))
  const isApart = isBelowItem || lastLine.trim() === '' || text.trim() === ''
  const before = `${isOnNewLine ? '' : lineBreak}${isApart ? '' : lineBreak}`
  const after = `${text}${before}${withLineEnds(item, text)}${lineBreak}`
  const count = readInbox(after).length
  return count === items.length + 1 ? { text: after, count } : null
}

/**
 * An inbox without these items and the blank lines between each and the next item. What stands below them makes no heading
 * of what stands above.
 */
export function removeInboxItems(text: string, { items }: { readonly items: readonly InboxItem[] }): string {
  let above = ''
  let position = 0
  const edits = items.map(({ range: { start, end } }) => {
    const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0
    const isFollowed = /^[-*+][ \t]/.test(text.slice(end + blank, end + blank + 2))
    // Items next to each other go as one.
    if (start > position) above = text.slice(position, start)
    position = isFollowed ? end + blank : end
    return { start, end: position, insert: blankBetween(above, text.slice(position), lineEndOf(text)) }
  })
  return applyEdits(text, edits)
}
