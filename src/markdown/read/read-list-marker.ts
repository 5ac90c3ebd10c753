import { Code, isDigit, isSpaceOrTab } from '../text/characters.ts'

export interface ListMarker {
  /** After the marker itself. */
  readonly end: number
  /** True for a marker that may begin in the middle of a paragraph: a bullet, or the number 1. */
  readonly mayInterrupt: boolean
}

/** Reads `-`, `*`, `+`, `1.` or `1)` at `start`, followed by a space, a tab or the end of the line; else null. */
export function readListMarker(text: string, start: number, lineEnd: number): ListMarker | null {
  const code = text.charCodeAt(start)
  if (code === Code.dash || code === Code.star || code === Code.plus) {
    return isMarkerEnd(text, start + 1, lineEnd) ? { end: start + 1, mayInterrupt: true } : null
  }
  let at = start
  while (at < lineEnd && at - start < 10 && isDigit(text.charCodeAt(at))) at += 1
  if (at === start || at - start > 9) return null
  const close = text.charCodeAt(at)
  if ((close !== Code.dot && close !== Code.closeParen) || !isMarkerEnd(text, at + 1, lineEnd)) return null
  return { end: at + 1, mayInterrupt: at - start === 1 && code === 49 }
}

function isMarkerEnd(text: string, at: number, lineEnd: number): boolean {
  return at >= lineEnd || isSpaceOrTab(text.charCodeAt(at))
}
