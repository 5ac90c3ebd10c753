import { beginsUnspaced } from '../../model/bigrams.ts'

/**
 * Where words occur in a text as whole words, except in scripts without spaces between words. Neither is normalised.
 *
 *     findWords('a cat, a catalogue', 'cat')   // [2]
 */
export function findWords(text: string, words: string): readonly number[] {
  const found: number[] = []
  if (words === '') return found
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
    const after = Array.from(text.slice(at + words.length, at + words.length + 2))[0] ?? ''
    const first = Array.from(words.slice(0, 2))[0] ?? ''
    const last = Array.from(words.slice(-2)).at(-1) ?? ''
    if (!isOneWord(before, first) && !isOneWord(last, after)) found.push(at)
  }
  return found
}

function isOneWord(left: string, right: string): boolean {
  return isWordPart(left) && isWordPart(right) && !beginsUnspaced(left) && !beginsUnspaced(right)
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}\p{M}_]/u.test(character)
}
