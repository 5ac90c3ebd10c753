import { noteTraits, type NoteTrait } from '../index-db/note-filter.ts'

/** One thing the text must (or must not) contain. */
export interface QueryTerm {
  readonly text: string
  readonly kind: 'word' | 'phrase' | 'prefix'
}

/** A parsed query. Whatever is no operator is a word: nothing typed is ever wrong. */
export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  /** What the terms say, as one text. */
  readonly text: string
  /** Emoji and the like, which no full-text index knows; only where there are no words. */
  readonly symbols: readonly string[]
  readonly excluded: readonly QueryTerm[]
  readonly tags: readonly string[]
  readonly excludedTags: readonly string[]
  readonly paths: readonly string[]
  readonly types: readonly string[]
  readonly titles: readonly string[]
  /** From `is:` and `has:`. */
  readonly traits: readonly QueryTrait[]
}

/** What `is:` and `has:` may ask of a note. */
type QueryTrait = NoteTrait | 'orphan' | 'broken-links'

// People type less; of a pasted book the beginning is searched.
const mostTerms = 1_000
const mostCharacters = 20_000

const operators = ['tag', 'path', 'in', 'type', 'title', 'is', 'has'] as const
type Operator = (typeof operators)[number]

/**
 * Words, `"phrases"`, `prefix*`, `-excluded`, and the operators `tag:`, `path:` (or `in:`), `type:`, `title:`, `is:`,
 * `has:`, each of which may take a quoted value. What they do not know is a word.
 *
 *     parseQuery('plan -draft tag:work "due date"')
 */
export function parseQuery(query: string): ParsedQuery {
  const terms: QueryTerm[] = []
  const free: string[] = []
  const excluded: QueryTerm[] = []
  const found: { readonly operator: Operator | 'without'; readonly value: string }[] = []
  const valuesOf = (...wanted: readonly (Operator | 'without')[]) =>
    wanted.flatMap((one) => found.filter(({ operator }) => operator === one).map(({ value }) => value))
  const tokens = query.slice(0, mostCharacters).matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/giu)
  for (const [whole, minus = '', name = '', quoted, bare = ''] of tokens) {
    const isExcluded = minus === '-'
    const value = (quoted ?? bare).trim()
    const operator = operators.find((known) => known === name.toLowerCase())
    const isTrait = operator === 'is' || operator === 'has'
    if (operator !== undefined && value !== '' && (!isTrait || readTrait(value) !== null)) {
      if (!isExcluded) found.push({ operator, value })
      else if (operator === 'tag') found.push({ operator: 'without', value })
      else excluded.push(...toTerms(value, quoted !== undefined))
      continue
    }
    const isWord = operator === undefined || isTrait
    const text = isWord && name !== '' ? `${name}:${value}` : quoted === undefined ? whole : value
    const target = isExcluded ? excluded : terms
    if (!isExcluded) free.push(text)
    if (target.length < mostTerms) target.push(...toTerms(isExcluded ? value : text, quoted !== undefined))
  }
  return {
    terms,
    text: terms.map(({ text }) => text).join(' '),
    symbols: terms.length > 0 ? [] : [...new Set(free.join(' ').match(pictures) ?? [])].slice(0, mostSymbols),
    excluded,
    tags: valuesOf('tag'),
    excludedTags: valuesOf('without'),
    paths: valuesOf('path', 'in'),
    types: valuesOf('type'),
    titles: valuesOf('title'),
    traits: valuesOf('is', 'has').flatMap((trait) => readTrait(trait) ?? []),
  }
}

const mostSymbols = 8
const pictures =
  /(?:\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod}|\u200D\p{Extended_Pictographic})*)/gu

function toTerms(text: string, isQuoted: boolean): readonly QueryTerm[] {
  const clean = text.replaceAll('\0', ' ').trim()
  // Punctuation alone is no word: `&`, `--`, an emoji.
  if (!/[\p{L}\p{N}]/u.test(clean)) return []
  if (isQuoted) return [{ text: clean, kind: 'phrase' }]
  if (/[\p{L}\p{N}]\*$/u.test(clean)) return [{ text: clean.slice(0, -1), kind: 'prefix' }]
  return [{ text: clean, kind: 'word' }]
}

const traits: ReadonlyMap<string, QueryTrait> = new Map<string, QueryTrait>([
  ...noteTraits.map((trait) => [trait, trait] as const),
  ['orphan', 'orphan'],
  ['broken-links', 'broken-links'],
  // Synonyms.
  ['task', 'tasks'],
  ['todo', 'open-tasks'],
  ['open', 'open-tasks'],
  ['link', 'links'],
  ['backlink', 'backlinks'],
  ['tag', 'tags'],
  ['url', 'urls'],
  ['tagged', 'tags'],
])

/** Null for an unknown trait, which is then an ordinary word. */
function readTrait(text: string): QueryTrait | null {
  return traits.get(text.toLowerCase()) ?? null
}
