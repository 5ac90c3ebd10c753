import type { SourceRange } from '../../model/parsed-note.ts'
import { Code, isAsciiPunctuation, isWhitespace, trimEnd, trimStart } from '../text/characters.ts'
import { decodePercent, splitTarget, type LinkTarget } from './link-target.ts'

/** Where a link leads, as written: `<…>` without its marks, no title. */
export interface Destination {
  readonly range: SourceRange
  /** After the destination and its title; after the closing parenthesis where there is one. */
  readonly end: number
}

/** Reads `(destination "title")` whose `(` is at `start`; null where it is no link. */
export function readInlineDestination(text: string, start: number, limit: number): Destination | null {
  const from = trimStart(text, start + 1, limit)
  const destination = readDestination(text, from, limit)
  if (destination === null) return null
  const gap = trimStart(text, destination.end, limit)
  const afterTitle = gap > destination.end ? readTitle(text, gap, limit) : -1
  const close = afterTitle === -1 ? gap : trimStart(text, afterTitle, limit)
  if (close >= limit || text.charCodeAt(close) !== Code.closeParen) return null
  return { range: destination.range, end: close + 1 }
}

/** Reads a destination at `start`: `<with space.md>`, or characters without spaces and with balanced parentheses. */
function readDestination(text: string, start: number, limit: number): Destination | null {
  if (start < limit && text.charCodeAt(start) === Code.less) return readAngled(text, start, limit)
  let depth = 0
  let at = start
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === Code.backslash && isAsciiPunctuation(text.charCodeAt(at + 1))) at += 1
    else if (code <= Code.space) break
    else if (code === Code.openParen) {
      depth += 1
      // CommonMark's own limit; without one, many unclosed links would be read to the end again and again.
      if (depth > 32) return null
    } else if (code === Code.closeParen) {
      if (depth === 0) break
      depth -= 1
    }
  }
  const end = Math.min(at, limit)
  return depth === 0 ? { range: { start, end }, end } : null
}

function readAngled(text: string, start: number, limit: number): Destination | null {
  for (let at = start + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === Code.greater) return { range: { start: start + 1, end: at }, end: at + 1 }
    if (code === Code.less || code === Code.newline) return null
    if (code === Code.backslash) at += 1
  }
  return null
}

/** The position after a title in quotes or parentheses at `start`, or -1. */
function readTitle(text: string, start: number, limit: number): number {
  if (start >= limit) return -1
  const open = text.charCodeAt(start)
  if (open !== Code.quote && open !== Code.apostrophe && open !== Code.openParen) return -1
  const close = open === Code.openParen ? Code.closeParen : open
  for (let at = start + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === close) return at + 1
    if (code === Code.openParen && open === Code.openParen) return -1
    if (code === Code.backslash) at += 1
  }
  return -1
}

/** A destination's parts with backslashes and percent-encoding undone, and the range of its target. */
export function destinationTarget(
  text: string,
  range: SourceRange,
): LinkTarget & { targetRange: SourceRange } {
  const written = text.slice(range.start, range.end)
  const hash = written.indexOf('#')
  const parts = splitTarget(unescapeBackslashes(written))
  const writtenEnd = hash === -1 ? range.end : range.start + hash
  const start = trimStart(text, range.start, writtenEnd)
  return {
    target: decodePercent(parts.target),
    heading: parts.heading === null ? null : decodePercent(parts.heading),
    block: parts.block === null ? null : decodePercent(parts.block),
    targetRange: { start, end: trimEnd(text, start, writtenEnd) },
  }
}

/** The meaning of a destination that is not a path: `a\_b` is `a_b`. */
export function unescapeBackslashes(written: string): string {
  return written.includes('\\') ? written.replace(/\\([!-/:-@[-`{-~])/g, '$1') : written
}

/** A definition `[label]: destination "title"`. */
export interface ReferenceDefinition {
  readonly destination: SourceRange
  /** After the definition's last character, without the line break. */
  readonly end: number
  /** Where the text of the line below begins; null at the end of the paragraph. */
  readonly next: number | null
}

/** The rest of a line of a paragraph: its end without spaces, and where the text of the line below begins. */
export type RestOfLine = Pick<ReferenceDefinition, 'end' | 'next'>

/**
 * Reads the reference definition at `start` of a paragraph that ends at `limit`; null where there is none. Its destination
 * may stand a line lower, and so may its title, which may have several lines. A footnote (`[^1]: text`) is none.
 */
export function readDefinition(
  text: string,
  start: number,
  limit: number,
  restOfLine: (at: number) => RestOfLine,
): ReferenceDefinition | null {
  if (text.charCodeAt(start) !== Code.openBracket || text.charCodeAt(start + 1) === Code.caret) return null
  let line = restOfLine(start)
  const close = labelEnd(text, start + 1, line.end)
  if (close === -1 || text.charCodeAt(close + 1) !== Code.colon) return null
  let from = trimStart(text, close + 2, line.end)
  if (from >= line.end && line.next !== null) {
    from = line.next
    line = restOfLine(from)
  }
  const found = from < line.end ? readDestination(text, from, line.end) : null
  if (found === null || found.end === from) return null
  const titleAt = (at: number): RestOfLine | null => {
    const end = readTitle(text, at, limit)
    const after = end === -1 ? null : restOfLine(end)
    return after === null || trimStart(text, end, after.end) < after.end ? null : { end, next: after.next }
  }
  const gap = trimStart(text, found.end, line.end)
  const { range: destination, end } = found
  if (gap === line.end) {
    // What is no title is the text below the definition.
    const below = line.next === null ? null : titleAt(line.next)
    return { destination, end, next: line.next, ...below }
  }
  const beside = gap > end ? titleAt(gap) : null
  return beside === null ? null : { destination, ...beside }
}

/** The position of the label's `]`, or -1; a label has no other bracket and is not blank. */
function labelEnd(text: string, start: number, limit: number): number {
  let isBlank = true
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === Code.closeBracket) return isBlank ? -1 : at
    if (code === Code.openBracket) return -1
    if (code === Code.backslash) at += 1
    if (!isWhitespace(code)) isBlank = false
  }
  return -1
}
