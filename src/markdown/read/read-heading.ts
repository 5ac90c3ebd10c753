import { Code, isSpaceOrTab, skipSpaces, trimEnd } from '../text/characters.ts'

export interface AtxHeading {
  readonly level: number
  readonly textStart: number
  readonly textEnd: number
}

/** Reads `## Text ##` at `start`; null for more than six hashes, or without a space after them. */
export function readAtxHeading(text: string, start: number, lineEnd: number): AtxHeading | null {
  let at = start
  while (at < lineEnd && text.charCodeAt(at) === Code.hash) at += 1
  const level = at - start
  if (level > 6 || (at < lineEnd && !isSpaceOrTab(text.charCodeAt(at)))) return null
  const textStart = skipSpaces(text, at, lineEnd)
  const lineTextEnd = trimEnd(text, textStart, lineEnd)
  let textEnd = lineTextEnd
  while (textEnd > textStart && text.charCodeAt(textEnd - 1) === Code.hash) textEnd -= 1
  const isClosed = textEnd === textStart || isSpaceOrTab(text.charCodeAt(textEnd - 1))
  return { level, textStart, textEnd: isClosed ? trimEnd(text, textStart, textEnd) : lineTextEnd }
}

/** The level of the heading that a line of `===` (1) or `---` (2) makes of the paragraph above; 0 where it is none. */
export function readSetextLevel(text: string, start: number, lineEnd: number): 0 | 1 | 2 {
  const mark = text.charCodeAt(start)
  if (mark !== Code.equals && mark !== Code.dash) return 0
  let at = start
  while (at < lineEnd && text.charCodeAt(at) === mark) at += 1
  if (skipSpaces(text, at, lineEnd) < lineEnd) return 0
  return mark === Code.equals ? 1 : 2
}

/** True for a table's second line: bars, dashes and colons, at least one bar and one dash. */
export function isDelimiterRow(text: string, start: number, lineEnd: number): boolean {
  let hasBar = false
  let hasDash = false
  for (let at = start; at < lineEnd; at += 1) {
    const code = text.charCodeAt(at)
    if (code === Code.pipe) hasBar = true
    else if (code === Code.dash) hasDash = true
    else if (code !== Code.colon && !isSpaceOrTab(code)) return false
  }
  return hasBar && hasDash
}
