import { Code, isDigit, isWhitespace } from '../text/characters.ts'

/**
 * The position after the tag whose `#` is at `start`, or -1. Obsidian's rule: letters of any script, digits, `_`, `-`
 * and `/`, and not digits alone. A final `/` is not part of it.
 */
export function readTag(text: string, start: number, limit: number): number {
  let at = start + 1
  let isNumber = true
  let end = at
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (!isTagCode(code)) break
    if (code !== Code.slash) {
      end = at + 1
      if (!isDigit(code)) isNumber = false
    }
  }
  // The mark of emphasis around it: `_#tag_`.
  if (text.charCodeAt(start - 1) === Code.underscore && text.charCodeAt(end - 1) === Code.underscore) end -= 1
  return isNumber || end === start + 1 ? -1 : end
}

/**
 * The position after the multi-word tag whose first `#` is at `start`, `#of several words#`, or -1: on one line, tag
 * characters and inner spaces.
 */
export function readWordsTag(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    const isSpace = code === Code.space || code === Code.tab
    if (code === Code.hash) {
      const isEnd = at > start + 1 && !isWhitespace(text.charCodeAt(at - 1))
      return isEnd && /[^\d\s]/.test(text.slice(start + 1, at)) ? at + 1 : -1
    }
    if ((isSpace && at === start + 1) || !(isSpace || isTagCode(code))) return -1
  }
  return -1
}

/**
 * True where a tag may begin: at the start, after whitespace, and after marks of emphasis that themselves follow one of
 * those (`**#tag**`).
 */
export function canStartTag(text: string, at: number, start: number): boolean {
  let before = at - 1
  while (before >= start && at - before <= 4 && isEmphasis(text.charCodeAt(before))) before -= 1
  return before < start || isWhitespace(text.charCodeAt(before))
}

function isEmphasis(code: number): boolean {
  return code === Code.star || code === Code.underscore || code === Code.tilde || code === Code.equals
}

function isTagCode(code: number): boolean {
  if (code < 128) return asciiTagCodes[code] === 1
  if (code >= 0x2000 && code <= 0x206f) return code === zeroWidthJoiner
  return !(code >= 0x2e00 && code <= 0x2e7f) && !isWhitespace(code)
}

// It joins the parts of one emoji.
const zeroWidthJoiner = 0x200d

const asciiTagCodes = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-/') {
  asciiTagCodes[character.charCodeAt(0)] = 1
}
