/** Character codes with a meaning in Markdown; the readers compare numbers, never one-character strings. */
export const Code = {
  tab: 9,
  newline: 10,
  carriageReturn: 13,
  space: 32,
  bang: 33,
  quote: 34,
  hash: 35,
  percent: 37,
  apostrophe: 39,
  openParen: 40,
  closeParen: 41,
  star: 42,
  plus: 43,
  dash: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  caret: 94,
  underscore: 95,
  backtick: 96,
  pipe: 124,
  tilde: 126,
} as const

/** A space, a tab, a line break or one of Unicode's other spaces. NaN (beyond the text) is none. */
export function isWhitespace(code: number): boolean {
  if (code < 128) return code === Code.space || (code >= Code.tab && code <= Code.carriageReturn)
  return code === 0xa0 || code === 0x3000 || code === 0xfeff || /\s/.test(String.fromCharCode(code))
}

export function isSpaceOrTab(code: number): boolean {
  return code === Code.space || code === Code.tab
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/** What a backslash escapes. */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  )
}

/** The first position from `start` that holds neither a space nor a tab, at most `end`. */
export function skipSpaces(text: string, start: number, end: number): number {
  let position = start
  while (position < end && isSpaceOrTab(text.charCodeAt(position))) position += 1
  return position
}

/** The end of `text` before `end` without trailing whitespace, at least `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let position = end
  while (position > start && isWhitespace(text.charCodeAt(position - 1))) position -= 1
  return position
}

/** The first position from `start` that holds no whitespace, at most `end`. */
export function trimStart(text: string, start: number, end: number): number {
  let position = start
  while (position < end && isWhitespace(text.charCodeAt(position))) position += 1
  return position
}
