import type { SourceRange } from '../../model/parsed-note.ts'
import { Code, isAsciiLetter, isDigit, isWhitespace } from '../text/characters.ts'

/**
 * Reads the `http(s)://…` whose colon is at `colon`, or null. GFM's rule: it runs to whitespace or `<`, without final
 * punctuation and without a `)` that has no `(`. Inside a link's text it ends at the `]`.
 */
export function readBareUrl(
  text: string,
  colon: number,
  { start, end, inBrackets }: { start: number; end: number; inBrackets: boolean },
): SourceRange | null {
  if (text.charCodeAt(colon + 1) !== Code.slash || text.charCodeAt(colon + 2) !== Code.slash) return null
  const schemeStart = findScheme(text, colon, start)
  if (schemeStart === -1) return null
  let depth = 0
  let at = colon + 3
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (isWhitespace(code) || code === Code.less || code === Code.greater) break
    if (code === Code.quote || code === Code.backtick || code === Code.pipe) break
    if (code === Code.closeBracket && inBrackets) break
    if (code === Code.openParen) depth += 1
    else if (code === Code.closeParen) {
      if (depth === 0) break
      depth -= 1
    }
  }
  while (at > colon + 3 && finalPunctuation.has(text.charCodeAt(at - 1))) at -= 1
  return at > colon + 3 ? { start: schemeStart, end: at } : null
}

function findScheme(text: string, colon: number, start: number): number {
  for (const scheme of ['https', 'http']) {
    const at = colon - scheme.length
    if (at < start || text.slice(at, colon).toLowerCase() !== scheme) continue
    const before = at > start ? text.charCodeAt(at - 1) : Code.space
    return isAsciiLetter(before) || isDigit(before) ? -1 : at
  }
  return -1
}

// By their codes, as the readers compare numbers.
const finalPunctuation = new Set(Array.from(".,;:!?'*_~", (character) => character.charCodeAt(0)))
