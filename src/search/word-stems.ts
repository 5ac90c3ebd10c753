import { beginsUnspaced } from '../model/bigrams.ts'
import type { QueryTerm } from './parse-query.ts'

/** A word of a query as it is looked for in a folded text. */
export interface Stem {
  readonly text: string
  /** Scripts without spaces have it in the middle of a run. */
  readonly beginsAnywhere: boolean
  /** How many letters may follow: no more than an ending has, unless the beginning was asked for. */
  readonly longestEnding: number
}

const shortEnding = 3
const longEnding = 8
// In scripts other than Latin endings are longer, and written in several units.
const foreignEnding = 12

/** The words of a query as they are looked for in a text: folded, and without their endings. */
export function stemsOf(terms: readonly QueryTerm[]): readonly Stem[] {
  return terms.flatMap(({ text, kind }) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => toStem(word, kind === 'prefix')),
  )
}

// The index stems words; for showing where one stands, its beginning is near enough.
function toStem(word: string, isPrefix: boolean): Stem {
  const isUnspaced = beginsUnspaced(word)
  if (isUnspaced || isPrefix) return { text: word, beginsAnywhere: isUnspaced, longestEnding: Infinity }
  if (/[^a-z]/.test(word))
    return { text: word, beginsAnywhere: false, longestEnding: /\d/.test(word) ? 0 : foreignEnding }
  return word.length > 5
    ? { text: word.slice(0, Math.max(4, word.length - 3)), beginsAnywhere: false, longestEnding: longEnding }
    : { text: word, beginsAnywhere: false, longestEnding: shortEnding }
}

/** A stem that is found in the middle of a word as well. */
export function anywhere({ text }: Stem): Stem {
  return { text, beginsAnywhere: true, longestEnding: Infinity }
}

/** Where a word begins that is the stem with an ending; infinity where none does. */
export function findStem(lower: string, { text, beginsAnywhere, longestEnding }: Stem, from: number): number {
  for (let place = lower.indexOf(text, from); place >= 0; place = lower.indexOf(text, place + 1)) {
    if (!beginsAnywhere && place > 0 && isLetter(lower.charAt(place - 1))) continue
    if (longestEnding === Infinity) return place
    const end = place + text.length
    let letters = 0
    while (letters <= longestEnding && isLetter(lower.charAt(end + letters))) letters += 1
    if (letters <= longestEnding) return place
  }
  return Infinity
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

/** As the index compares words: without case and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  return /[\u0080-\uffff]/.test(lower) ? lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : lower
}
