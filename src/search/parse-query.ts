import { cutAtScripts } from '../model/bigrams.ts'
import { composed } from '../model/composed.ts'
import { noteTraits, type NoteFilter, type NoteTrait } from '../index-db/note-filter.ts'

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
  /** What its operators ask of a note, and what those with a `-` may not find. */
  readonly all: readonly NoteFilter[]
  readonly not: readonly NoteFilter[]
}

/** What `is:` and `has:` may ask of a note. */
type QueryTrait = NoteTrait | 'orphan' | 'broken-links'

// People type less; of a pasted book the beginning is searched.
const mostTerms = 1_000
const mostCharacters = 20_000
/** SQLite reads a statement with a thousand of them no more. What is beyond is words. */
const mostConditions = 200

const operators = ['tag', 'path', 'in', 'type', 'title', 'is', 'has'] as const
type Operator = (typeof operators)[number]

/**
 * Words, `"phrases"`, `prefix*`, `-excluded`, and the operators `tag:`, `path:` (or `in:`), `type:`, `title:`, `is:`,
 * `has:`, each of which may take a quoted value and have a `-` before it. What they do not know is a word.
 *
 *     parseQuery('plan -draft tag:work "due date"')
 */
export function parseQuery(query: string): ParsedQuery {
  const terms: QueryTerm[] = []
  const free: string[] = []
  const excluded: QueryTerm[] = []
  const all: NoteFilter[] = []
  const not: NoteFilter[] = []
  const tokens = composed(query.slice(0, mostCharacters)).matchAll(
    /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/giu,
  )
  for (const [whole, minus = '', name = '', quoted, bare = ''] of tokens) {
    const isExcluded = minus === '-'
    const value = (quoted ?? bare).trim()
    const operator = operators.find((known) => known === name.toLowerCase())
    const isTrait = operator === 'is' || operator === 'has'
    const isRead = operator !== undefined && value !== '' && all.length + not.length < mostConditions
    const condition = isRead ? conditionOf(operator, value) : null
    if (condition !== null) {
      const conditions = isExcluded ? not : all
      conditions.push(condition)
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
    all,
    not,
  }
}

/** Null for a trait that is unknown, which is then an ordinary word. */
function conditionOf(operator: Operator, value: string): NoteFilter | null {
  switch (operator) {
    case 'tag':
      return { tags: [value] }
    case 'path':
    case 'in':
      return { pathStartsWith: value.replace(/^\/+/, '') }
    case 'type':
      return { type: value }
    case 'title':
      return { titleContains: [value] }
    case 'is':
    case 'has': {
      const trait = traits.get(value.toLowerCase())
      if (trait === undefined) return null
      if (trait === 'orphan') return { isOrphan: true }
      return trait === 'broken-links' ? { hasBrokenLinks: true } : { has: [trait] }
    }
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
  const isPrefix = /[\p{L}\p{N}]\*$/u.test(clean)
  const parts = cutAtScripts(isPrefix ? clean.slice(0, -1) : clean)
  return parts.map((part, at) => ({
    text: part,
    kind: isPrefix && at === parts.length - 1 ? 'prefix' : 'word',
  }))
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
