/**
 * Counts words from `start` on: runs of letters, digits and the marks inside them, separated by whitespace. A run
 * without a letter or a digit (`-`, `##`) is none; a character of Chinese, Japanese or Thai counts as one.
 */
export function countWords(text: string, start: number): number {
  let count = 0
  // 0 or 1, so that plain text is counted without a branch per character.
  let inWord = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128) {
      const kind = asciiKind[code] ?? 0
      const isPart = kind & 1
      count += isPart & (inWord ^ 1)
      inWord = (inWord | isPart) & ((kind >> 1) ^ 1)
    } else if (isUnspaced(code)) {
      count += 1
      inWord = 0
    } else if (isSeparator(code)) inWord = 0
    else if (inWord === 0 && !isSign(code)) {
      count += 1
      inWord = 1
    }
  }
  return count
}

// 1: part of a word; 2: whitespace, which ends one; 0: marks, which do neither.
const asciiKind = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
  asciiKind[character.charCodeAt(0)] = 1
}
for (const character of ' \t\n\v\f\r') asciiKind[character.charCodeAt(0)] = 2

/** Thai to Khmer, kana, CJK; surrogates count by their first half where they begin an ideograph. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false
  return (
    (code >= 0x0e01 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd888)
  )
}

function isSeparator(code: number): boolean {
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x3000 || code === 0xfeff
}

/** Punctuation, arrows, symbols, emoji and low surrogates: no word begins with them. */
function isSign(code: number): boolean {
  return (
    (code < 0xc0 && code !== 0xaa && code !== 0xb5 && code !== 0xba) ||
    code === 0xd7 ||
    code === 0xf7 ||
    (code >= 0x2010 && code <= 0x2bff) ||
    (code >= 0x2e00 && code <= 0x2e7f) ||
    (code >= 0x3001 && code <= 0x303f) ||
    (code >= 0xd83c && code <= 0xd83e) ||
    (code >= 0xdc00 && code <= 0xdfff) ||
    (code >= 0xfe00 && code <= 0xfe6f) ||
    (code >= 0xff01 && code <= 0xff0f)
  )
}
