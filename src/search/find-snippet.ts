import { beginsUnspaced } from '../model/bigrams.ts'
import type { QueryTerm } from './parse-query.ts'

export interface Snippet {
  readonly text: string
  /** Line of the body, from 0. */
  readonly line: number
}

/** A word of a query as it is looked for in a folded text. */
export interface Stem {
  readonly text: string
  /** Scripts without spaces have it in the middle of a run. */
  readonly beginsAnywhere: boolean
  /** How many letters may follow: no more than an ending has, unless the beginning was asked for. */
  readonly longestEnding: number
}

const longestSnippet = 240
/** Text before the first of the words, so that it can be understood. */
const lead = 60
// Of a very long note so much is looked through at a time.
const searchedCharacters = 200_000
const mostPlaces = 200
const shortEnding = 3
const longEnding = 8
// In scripts other than Latin endings are longer, and written in several units.
const foreignEnding = 12

/** The words of a query as `findSnippet` looks for them: folded, and without their endings. */
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

/** The line of a text that holds the most of the words, cut around them; its beginning where none does. */
export function findSnippet(body: string, stems: readonly Stem[]): Snippet {
  // Where no word begins with one, as beginnings of words were searched for, it may stand anywhere.
  const { start, line } = findLine(body, stems) ?? findLine(body, stems.map(anywhere)) ?? firstLine(body)
  const end = body.indexOf('\n', start)
  return { text: cutAround(body.slice(start, end < 0 ? undefined : end).trim(), stems), line }
}

function anywhere({ text }: Stem): Stem {
  return { text, beginsAnywhere: true, longestEnding: Infinity }
}

interface Line {
  /** Offset of its beginning. */
  readonly start: number
  /** From 0. */
  readonly line: number
}

/** The first of the lines with the most of the words; of a very long text, of its first part that has any. */
function findLine(body: string, stems: readonly Stem[]): Line | null {
  let passed = 0
  for (let start = 0; start < body.length;) {
    const lineBreak = body.indexOf('\n', start + searchedCharacters)
    const end = lineBreak < 0 ? body.length : lineBreak + 1
    const part = end - start === body.length ? body : body.slice(start, end)
    const found = bestLine(part, stems)
    if (found !== null) return { start: start + found.start, line: passed + found.line }
    if (end < body.length) passed += countLineBreaks(part, part.length)
    start = end
  }
  return null
}

function bestLine(text: string, stems: readonly Stem[]): Line | null {
  // Folding a text changes its length and none of its line breaks.
  const lower = folded(text)
  const places = stems.map((stem) => findStem(lower, stem, 0))
  let best = Infinity
  let most = 0
  for (
    let first = Math.min(...places);
    first < Infinity && most < stems.length;
    first = Math.min(...places)
  ) {
    const lineBreak = lower.indexOf('\n', first)
    const end = lineBreak < 0 ? lower.length : lineBreak
    let found = 0
    for (const [index, stem] of stems.entries()) {
      if ((places[index] ?? Infinity) >= end) continue
      found += 1
      places[index] = findStem(lower, stem, end)
    }
    if (found > most) [best, most] = [first, found]
  }
  return best === Infinity ? null : startOfLine(text, countLineBreaks(lower, best))
}

/** Where a word begins that is the stem with an ending; infinity where none does. */
function findStem(lower: string, { text, beginsAnywhere, longestEnding }: Stem, from: number): number {
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

/** The first that is not empty. */
function firstLine(text: string): Line {
  const first = text.search(/\S/)
  return first < 0 ? { start: 0, line: 0 } : startOfLine(text, countLineBreaks(text, first))
}

function countLineBreaks(text: string, before: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count++
  return count
}

function startOfLine(text: string, line: number): Line {
  let start = 0
  for (let passed = 0; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return { start, line }
}

/** As the index compares words: without case and accents. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return /[\u0080-\uffff]/.test(lower) ? lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : lower
}

/** The part of a long line in which most of the words stand. */
function cutAround(line: string, stems: readonly Stem[]): string {
  if (line.length <= longestSnippet) return line
  const start = wholeCharacter(line, Math.max(0, densestPlace(line, stems) - lead))
  const end = wholeCharacter(line, Math.min(line.length, start + longestSnippet))
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}

function densestPlace(line: string, stems: readonly Stem[]): number {
  const { lower, offsets } = foldedWithOffsets(line)
  const found = placesOf(lower, stems)
  const known = found.length > 0 ? found : placesOf(lower, stems.map(anywhere))
  let best = 0
  let most = 0
  for (const { place } of known) {
    const near = known.filter((other) => other.place >= place && other.place < place + longestSnippet - lead)
    const count = new Set(near.map(({ stem }) => stem)).size
    if (count > most) [best, most] = [place, count]
  }
  return offsets?.[best] ?? best
}

/** The first places of each of the words, from left to right. */
function placesOf(
  lower: string,
  stems: readonly Stem[],
): readonly { readonly place: number; readonly stem: Stem }[] {
  const most = Math.ceil(mostPlaces / Math.max(1, stems.length))
  return stems
    .flatMap((stem) => {
      const places: { readonly place: number; readonly stem: Stem }[] = []
      for (
        let place = findStem(lower, stem, 0);
        place < Infinity && places.length < most;
        place = findStem(lower, stem, place + 1)
      )
        places.push({ place, stem })
      return places
    })
    .sort((one, other) => one.place - other.place)
}

/** A text folded character by character, with where each unit of it comes from; null where it is the same place. */
function foldedWithOffsets(text: string): {
  readonly lower: string
  readonly offsets: readonly number[] | null
} {
  if (!/[\u0080-\uffff]/.test(text)) return { lower: folded(text), offsets: null }
  const offsets: number[] = []
  let lower = ''
  let offset = 0
  for (const character of text) {
    const part = folded(character)
    offsets.push(...new Array<number>(part.length).fill(offset))
    lower += part
    offset += character.length
  }
  return { lower, offsets }
}

/** The place itself, or the one before it where it is in the middle of a character. */
function wholeCharacter(text: string, place: number): number {
  const isMiddle =
    /[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]/.test(text.charAt(place - 1))
  return isMiddle ? place - 1 : place
}
