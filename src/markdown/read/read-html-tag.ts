import { Code, isAsciiLetter, isDigit, isWhitespace, trimStart } from '../text/characters.ts'

/**
 * The position after the HTML tag at `start` (a `<`), or -1 where it is none. Comments and the like are not tags. Stops
 * at the first character that cannot belong to a tag, so many stray `<` stay cheap.
 */
export function readHtmlTag(text: string, start: number, limit: number): number {
  const isClosing = text.charCodeAt(start + 1) === Code.slash
  const nameStart = start + (isClosing ? 2 : 1)
  if (!isAsciiLetter(text.charCodeAt(nameStart))) return -1
  let at = nameStart
  while (at < limit && isNameCode(text.charCodeAt(at))) at += 1
  if (isClosing) return closeTag(text, trimStart(text, at, limit), limit)
  for (;;) {
    const next = trimStart(text, at, limit)
    const code = next < limit ? text.charCodeAt(next) : Number.NaN
    if (code === Code.greater) return next + 1
    if (code === Code.slash) return closeTag(text, next + 1, limit)
    if (next === at || !isAttributeStart(code)) return -1
    at = readAttribute(text, next, limit)
    if (at === -1) return -1
  }
}

/** The position after `<https://…>` or `<name@host>` at `start`, or -1. */
export function readAutolink(text: string, start: number, limit: number): number {
  let colonOrAt = false
  for (let at = start + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === Code.greater) return colonOrAt ? at + 1 : -1
    if (code === Code.less || isWhitespace(code)) return -1
    if (code === Code.colon) {
      if (!colonOrAt && (at - start < 3 || !isAsciiLetter(text.charCodeAt(start + 1)))) return -1
      colonOrAt = true
    } else if (code === 64 && at > start + 1) colonOrAt = true
  }
  return -1
}

function closeTag(text: string, at: number, limit: number): number {
  return at < limit && text.charCodeAt(at) === Code.greater ? at + 1 : -1
}

function readAttribute(text: string, start: number, limit: number): number {
  let at = start
  while (at < limit && isAttributeCode(text.charCodeAt(at))) at += 1
  const equals = trimStart(text, at, limit)
  if (equals >= limit || text.charCodeAt(equals) !== Code.equals) return at
  const value = trimStart(text, equals + 1, limit)
  if (value >= limit) return -1
  const quote = text.charCodeAt(value)
  if (quote === Code.quote || quote === Code.apostrophe) return afterQuote(text, value, quote, limit)
  at = value
  while (at < limit && isUnquotedCode(text.charCodeAt(at))) at += 1
  return at === value ? -1 : at
}

function afterQuote(text: string, start: number, quote: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) if (text.charCodeAt(at) === quote) return at + 1
  return -1
}

function isNameCode(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === Code.dash
}

function isAttributeStart(code: number): boolean {
  return isAsciiLetter(code) || code === Code.underscore || code === Code.colon
}

function isAttributeCode(code: number): boolean {
  return isAttributeStart(code) || isDigit(code) || code === Code.dot || code === Code.dash
}

function isUnquotedCode(code: number): boolean {
  return !isWhitespace(code) && !unquotedEnds.has(code)
}

const unquotedEnds = new Set<number>([
  Code.quote,
  Code.apostrophe,
  Code.equals,
  Code.less,
  Code.greater,
  Code.backtick,
])
