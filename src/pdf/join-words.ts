const hyphenAtEnd = /(\p{L}+)[-\u2010]$/u
const wordAtStart = /^(\p{L}+)/u
const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef\p{Script=Thai}]/u

// After these a hyphen at the end of a line is most often part of the word.
const hyphenatedFirst = new Set([
  'all',
  'cross',
  'ex',
  'half',
  'high',
  'long',
  'low',
  'self',
  'short',
  'so',
  'well',
])

/** Words of a document, by which it is judged whether a hyphen at the end of a line belongs to the word. */
export interface KnownWords {
  readonly whole: ReadonlySet<string>
  readonly hyphenated: ReadonlySet<string>
}

export function collectWords(lines: Iterable<string>): KnownWords {
  const whole = new Set<string>()
  const hyphenated = new Set<string>()
  for (const line of lines) {
    for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:[-\u2010]\p{L}+)*/gu)) {
      if (/[-\u2010]/.test(word)) hyphenated.add(word.replaceAll('\u2010', '-'))
      else whole.add(word)
    }
  }
  return { whole, hyphenated }
}

/** How a line goes on in the next one: what to cut from its end, and what to put between the two. */
export interface LineJoint {
  readonly cut: number
  readonly between: '' | ' '
}

/**
 * jointOf('the inter-', 'national order', words) → { cut: 1, between: '' }
 * jointOf('Jean-', 'Paul', words) → { cut: 0, between: '' }
 */
export function jointOf(before: string, after: string, words: KnownWords): LineJoint {
  if (before.endsWith('\u00ad')) return { cut: 1, between: '' }
  const last = /.$/u.exec(before)?.[0] ?? ''
  const first = /^./u.exec(after)?.[0] ?? ''
  if (last === '' || first === '' || last === ' ' || first === ' ') return { cut: 0, between: '' }
  if (fullWidth.test(last) && fullWidth.test(first)) return { cut: 0, between: '' }
  const left = hyphenAtEnd.exec(before)?.[1]
  if (left === undefined)
    return { cut: 0, between: /\d[-\u2010]$/.test(before) && /\d/.test(first) ? '' : ' ' }
  const right = wordAtStart.exec(after)?.[1]
  if (right === undefined) return { cut: 0, between: /\d/.test(first) ? '' : ' ' }
  return { cut: isBrokenWord(before, left, right, words) ? 1 : 0, between: '' }
}

function isBrokenWord(before: string, left: string, right: string, words: KnownWords): boolean {
  if (!/^\p{Ll}/u.test(right)) return false
  // "state-of-the-" and "and/or-" are not words that a typesetter broke.
  if (/[-\u2010/]\p{L}+[-\u2010]$/u.test(before)) return false
  const [l, r] = [left.toLowerCase(), right.toLowerCase()]
  if (words.whole.has(l + r)) return true
  if (words.hyphenated.has(`${l}-${r}`)) return false
  return !hyphenatedFirst.has(l)
}
