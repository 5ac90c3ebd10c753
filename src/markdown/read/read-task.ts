import { Code, isWhitespace, trimEnd, trimStart } from '../text/characters.ts'
import { blockIdStart } from './add-found.ts'
import type { SourceRange } from '../../model/parsed-note.ts'

export interface Checkbox {
  readonly status: string
  readonly text: string
  readonly statusRange: SourceRange
}

/**
 * Reads `[x] text` at the start of a list item, or null. Any one character is a state; whitespace follows the bracket,
 * or nothing at all where the state is a space or an `x`.
 */
export function readCheckbox(text: string, start: number, lineEnd: number): Checkbox | null {
  if (text.charCodeAt(start) !== Code.openBracket || start + 2 >= lineEnd) return null
  const status = String.fromCodePoint(text.codePointAt(start + 1) ?? Code.space)
  const close = start + 1 + status.length
  if (close >= lineEnd || text.charCodeAt(close) !== Code.closeBracket) return null
  if (status === '[' || status === ']') return null
  const after = close + 1
  const isFollowed = after < lineEnd && isWhitespace(text.charCodeAt(after))
  if (!isFollowed && !(after >= lineEnd && /[ xX]/.test(status))) return null
  const textStart = trimStart(text, after, lineEnd)
  const textEnd = trimEnd(text, textStart, lineEnd)
  const caret = blockIdStart(text, textStart, textEnd)
  return {
    status,
    text: text.slice(textStart, caret === -1 ? textEnd : trimEnd(text, textStart, caret)),
    statusRange: { start: start + 1, end: close },
  }
}
