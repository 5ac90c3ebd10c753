import { stemmer } from 'stemmer'
import { beginsUnspaced, cutAtScripts, isScriptBorder } from '../model/bigrams.ts'
import type { QueryTerm } from './parse-query.ts'

/** A query word as it is looked for in a folded text. */
export interface Stem {
  readonly text: string
  /** True for scripts without spaces, where a word may begin inside a run. */
  readonly beginsAnywhere: boolean
  /** How many letters may follow: no more than an ending has, unless a prefix was searched for. */
  readonly longestEnding: number
  /** Whether the index takes a word that begins so for the same; null where its beginning is good enough. */
  readonly isSame: ((word: string) => boolean) | null
}

const shortEnding = 3
const longEnding = 8
// In scripts other than Latin endings are longer, and take several code units.
const foreignEnding = 12
// As of `vietnam` in `vietnamizations`, and more.
const longestSuffix = 12

/** A query word as it is looked for where a text is shown. */
export interface ShownStem extends Stem {
  /** What a line gains by it. */
  readonly points: number
}

/** The query words as their beginnings are looked for in a text: folded, without endings. */
export function stemsOf(terms: readonly QueryTerm[]): readonly Stem[] {
  return wordsOf(terms).map(({ word, isPrefix }) => beginningOf(word, isPrefix))
}

/**
 * The query words for showing where they stand: as the index compares them, and by their beginnings. One word as it was
 * meant says more than the beginnings of all.
 */
export function shownStemsOf(terms: readonly QueryTerm[]): readonly ShownStem[] {
  const words = wordsOf(terms)
  return words.flatMap(({ word, isPrefix }) => {
    const beginning = beginningOf(word, isPrefix)
    const isPlain = !isPrefix && /^[a-z]+$/.test(word)
    return isPlain
      ? [
          { ...sameAs(word), points: words.length + 1 },
          { ...beginning, points: 1 },
        ]
      : [{ ...beginning, points: words.length + 2 }]
  })
}

function wordsOf(terms: readonly QueryTerm[]) {
  return terms.flatMap(({ text, kind }) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .flatMap(cutAtScripts)
      .map((word) => ({ word, isPrefix: kind === 'prefix' })),
  )
}

function beginningOf(word: string, isPrefix: boolean): Stem {
  const isUnspaced = beginsUnspaced(word)
  const stem = { text: word, beginsAnywhere: isUnspaced, isSame: null }
  if (isUnspaced || isPrefix) return { ...stem, longestEnding: Infinity }
  if (/[^a-z]/.test(word)) return { ...stem, longestEnding: /\d/.test(word) ? 0 : foreignEnding }
  return word.length > 5
    ? { ...stem, text: word.slice(0, Math.max(4, word.length - 3)), longestEnding: longEnding }
    : { ...stem, longestEnding: shortEnding }
}

/** Words with the stem of this one begin as it does, but for `party` and `possibility` with `parti` and `possibl`. */
function sameAs(word: string): Stem {
  const stemmed = stemmer(word)
  const text = /.(?:i|bl)$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed
  // Stemming takes a hundred times as long as looking up, and texts say the same words again and again.
  const known = new Map([[word, true]])
  const isSame = (found: string) => {
    const is = known.get(found) ?? stemmer(found) === stemmed
    known.set(found, is)
    return is
  }
  return { text, beginsAnywhere: false, longestEnding: longestSuffix, isSame }
}

/** The beginnings of words, also found in the middle of others. */
export function anywhere(stems: readonly ShownStem[]): readonly ShownStem[] {
  return stems
    .filter(({ isSame }) => isSame === null)
    .map(({ text }) => ({ text, beginsAnywhere: true, longestEnding: Infinity, isSame: null, points: 1 }))
}

/** Where a word begins that is the stem with an ending; infinity where none does. */
export function findStem(
  lower: string,
  { text, beginsAnywhere, longestEnding, isSame }: Stem,
  from: number,
): number {
  for (let place = lower.indexOf(text, from); place >= 0; place = lower.indexOf(text, place + 1)) {
    if (!beginsAnywhere && place > 0 && goesOnAt(lower, place)) continue
    if (longestEnding === Infinity) return place
    const end = place + text.length
    let letters = 0
    while (letters <= longestEnding && goesOnAt(lower, end + letters)) letters += 1
    if (letters > longestEnding) continue
    if (isSame?.(lower.slice(place, end + letters)) ?? true) return place
  }
  return Infinity
}

/** Whether the word before a place goes on there. */
function goesOnAt(lower: string, place: number): boolean {
  return (
    isLetterAt(lower, place - 1) &&
    isLetterAt(lower, place) &&
    !isScriptBorder(lower.charAt(place - 1), lower.charAt(place))
  )
}

/** Whether a letter or digit is there; capitals are gone by now. */
function isLetterAt(lower: string, place: number): boolean {
  const code = lower.charCodeAt(place)
  // Asked for every word found, and nearly all texts are mostly ASCII.
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return /[\p{L}\p{N}]/u.test(lower.charAt(place))
}

/** Without case and, in Latin script, without accents, as the index compares words; composed outside it. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  // Counting the bytes tells in a fifth of a pattern's time that all is ASCII.
  if (Buffer.byteLength(lower) === lower.length) return lower
  const apart = lower.replaceAll('ß', 'ss').normalize('NFD')
  if (!mayCompose.test(lower)) return apart.replace(accents, '')
  return apart.replace(latinAccents, '$1').normalize('NFC').replace(accents, '')
}

// Latin letters, punctuation and symbols lie around these.
const mayCompose = /[\u0370-\u1dff\u1f00-\u1fff\u3000-\uffff]/
const accents = /[\u0300-\u036f]/g
const latinAccents = /([a-z])[\u0300-\u036f]+/g
