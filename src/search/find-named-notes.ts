import type { IndexReader } from '../index-db/index-reader.ts'
import { leftOutKeys } from '../index-db/note-filter.ts'
import { findTableRows, maskMarkup } from '../markdown/read/mask-markup.ts'
import { beginsUnspaced } from '../model/bigrams.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { beginning } from '../model/whole-characters.ts'

/** A note that a text names without linking to it. */
export interface NamedNote {
  readonly key: number
  readonly path: string
  readonly title: string
  /** The name as written, at its first place. */
  readonly text: string
  /** Line of the text, from 0. */
  readonly line: number
  readonly isInTable: boolean
  readonly excerpt: string
  readonly count: number
}

// Longer names are rare, and each further word costs as many look-ups again.
const mostWords = 8
const mostUnspaced = 12
// Only the beginning of a longer text is searched: some 20 printed pages.
const mostTokens = 10_000
const mostCharacters = 200_000

interface Token {
  readonly start: number
  readonly end: number
}

interface Place {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly line: number
}

/**
 * The notes whose title, file name or alias occurs in a running text. Every run of a few words is looked up among the
 * names, so the size of the vault does not matter. Among nested names the longest counts; single common words, numbers
 * and names of several notes do not.
 */
export function findNamedNotes({ db }: IndexReader, body: string): readonly NamedNote[] {
  const text = body.slice(0, mostCharacters)
  const lines = text.split('\n')
  const masked = maskMarkup(text).split('\n')
  const places = placesIn(masked)
  const names = JSON.stringify([...new Set(places.map(({ name }) => name))])
  const rows = db
    .prepare<[string], NamedRow>(
      `SELECT j.value AS name, note.id AS key, note.path, note.title, count(DISTINCT k.bearer) AS bearers,
         note.id IN (${leftOutKeys}) AS isLeftOut
       FROM json_each(?) j CROSS JOIN link_key k ON k.key = j.value AND k.kind IN ('title', 'name', 'alias')
       CROSS JOIN note ON note.id = k.bearer GROUP BY j.value`,
    )
    .all(names)
  const known = new Map(rows.filter(isWorthALink).map((row) => [row.name, row]))
  const tableRows = findTableRows(text)
  const found = new Map<number, NamedNote>()
  for (const { name, start, end, line } of longestOf(places.filter((place) => known.has(place.name)))) {
    const note = known.get(name)
    if (note === undefined) continue
    const { key, path, title } = note
    const before = found.get(key)
    const shown = (masked[line] ?? '').slice(start, end)
    const excerpt = beginning((lines[line] ?? '').trim(), 300)
    found.set(
      key,
      before === undefined
        ? { key, path, title, text: shown, line, isInTable: tableRows.has(line), excerpt, count: 1 }
        : { ...before, count: before.count + 1 },
    )
  }
  return [...found.values()]
}

interface NamedRow {
  readonly name: string
  readonly key: number
  readonly path: string
  readonly title: string
  readonly bearers: number
  readonly isLeftOut: number
}

function isWorthALink({ bearers, isLeftOut }: NamedRow): boolean {
  return bearers === 1 && isLeftOut === 0
}

function placesIn(lines: readonly string[]): readonly Place[] {
  const places: Place[] = []
  let left = mostTokens
  for (const [line, text] of lines.entries()) {
    const tokens = tokensOf(text).slice(0, left)
    left -= tokens.length
    tokens.forEach(({ start }, first) => {
      const most = beginsUnspaced(text.slice(start, start + 2)) ? mostUnspaced : mostWords
      for (const { end } of tokens.slice(first, first + most)) {
        // One by one: a letter that is longer in lower case (İ) would shift the places of a whole line.
        const name = normalizeKey(text.slice(start, end))
        if (isName(name)) places.push({ name, start, end, line })
        // `C++`, `R&D?`: punctuation that belongs to the name.
        const marks = /^[^\s\p{L}\p{N}]{1,3}(?=\s|$)/u.exec(text.slice(end, end + 4))?.[0]
        if (marks !== undefined) places.push({ name: name + marks, start, end: end + marks.length, line })
      }
    })
    if (left <= 0) break
  }
  return places
}

/** Words, and each character of a script without spaces. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    let start = index
    for (const character of run) {
      const at = tokens.at(-1)
      const isOwn = beginsUnspaced(character)
      const before = at?.end === start && start > index ? at.start : -1
      if (before >= 0 && !isOwn && !beginsUnspaced(text.slice(before, before + 2)))
        tokens[tokens.length - 1] = { start: before, end: start + character.length }
      else tokens.push({ start, end: start + character.length })
      start += character.length
    }
  }
  return tokens
}

function isName(name: string): boolean {
  if (/^\p{N}+$/u.test(name) || commonWords.has(name)) return false
  return beginsUnspaced(name) ? name.length > 1 : name.length > 2
}

const commonWords = new Set(
  (
    'a about after again all also and any are been before but can could did does done each for from get had has have ' +
    'her here him his home how inbox index into its just like list log made make many may more most much new next not ' +
    'note notes now old one only other our out over readme same see she should some such than that the their them then ' +
    'there these they this those time todo too two untitled use used very was way well were what when where which who ' +
    'why will with would yes you your'
  ).split(' '),
)

/** From left to right, the longest at each place. */
function longestOf(places: readonly Place[]): readonly Place[] {
  const kept: Place[] = []
  const sorted = [...places].sort((a, b) => a.line - b.line || a.start - b.start || b.end - a.end)
  for (const place of sorted) {
    const last = kept.at(-1)
    if (last?.line !== place.line || last.end <= place.start) kept.push(place)
  }
  return kept
}
