import { beginsUnspaced } from '../model/bigrams.ts'
import type { QueryTerm } from './parse-query.ts'

/** A query word as it is looked for in a folded text. */
export interface Stem {
  readonly text: string
  /** True for scripts without spaces, where a word may begin inside a run. */
  readonly beginsAnywhere: boolean
  /** How many letters may follow: no more than an ending has, unless a prefix was searched for. */
  readonly longestEnding: number
}

const shortEnding = 3
const longEnding = 8
// In scripts other than Latin endings are longer, and take several code units.
const foreignEnding = 12

/** The query words as they are looked for in a text: folded, without endings. */
export function stemsOf(terms: readonly QueryTerm[]): readonly Stem[] {
  return terms.flatMap(({ text, kind }) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => toStem(word, kind === 'prefix')),
  )
}

// The index stems words; for showing where one is, its beginning is good enough.
function toStem(word: string, isPrefix: boolean): Stem {
  const isUnspaced = beginsUnspaced(word)
  if (isUnspaced || isPrefix) return { text: word, beginsAnywhere: isUnspaced, longestEnding: Infinity }
  if (/[^a-z]/.test(word))
    return { text: word, beginsAnywhere: false, longestEnding: /\d/.test(word) ? 0 : foreignEnding }
  return word.length > 5
    ? { text: word.slice(0, Math.max(4, word.length - 3)), beginsAnywhere: false, longestEnding: longEnding }
    : { text: word, beginsAnywhere: false, longestEnding: shortEnding }
}

/** The stem, also found in the middle of a word. */
export function anywhere({ text }: Stem): Stem {
  return { text, beginsAnywhere: true, longestEnding: Infinity }
}

/** Where a word begins that is the stem with an ending; infinity where none does. */
export function findStem(lower: string, { text, beginsAnywhere, longestEnding }: Stem, from: number): number {
  for (let place = lower.indexOf(text, from); place >= 0; place = lower.indexOf(text, place + 1)) {
    if (!beginsAnywhere && place > 0 && isLetterAt(lower, place - 1)) continue
    if (longestEnding === Infinity) return place
    const end = place + text.length
    let letters = 0
    while (letters <= longestEnding && isLetterAt(lower, end + letters)) letters += 1
    if (letters <= longestEnding) return place
  }
  return Infinity
}

/** Whether a letter or digit is there; capitals are gone by now. */
function isLetterAt(lower: string, place: number): boolean {
  const code = lower.charCodeAt(place)
  // Asked for every word found, and nearly all texts are mostly ASCII.
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return /[\p{L}\p{N}]/u.test(lower.charAt(place))
}

/** Without case and accents, as the index compares words. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  return /[\u0080-\uffff]/.test(lower) ? lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : lower
}
