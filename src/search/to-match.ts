import { bigramsOf, touchingWordsOf } from '../model/bigrams.ts'
import { isStopWord } from './stop-words.ts'
import type { QueryTerm } from './parse-query.ts'

// Shorter prefixes match too many words. A syllable of Hangul says as much as two letters.
const shortestPrefix = 3
const hangul = /^\p{Script=Hangul}{2}/u

/**
 * `all` of the terms, at least `one`, `some` of them and of the parts of compounds such as `foo.bar-baz`, or `any` of
 * these and of the words that have them as prefix.
 */
export type HowMany = 'all' | 'one' | 'some' | 'any'

/** The terms as an FTS5 expression. Every word is quoted, so no input is ever read as FTS5 syntax. */
export function toMatch(terms: readonly QueryTerm[], how: HowMany): string {
  return terms.map((term) => toPhrase(term, how)).join(joinedBy(how))
}

/** The terms for the table of headings, tags, aliases, properties and character pairs of unspaced scripts. */
export function toExtraMatch(terms: readonly QueryTerm[], how: HowMany): string {
  const parts = terms.map((term) => {
    const pairs = bigramsOf(term.text).map(toPairs)
    if (pairs.length === 0) return toPhrase(term, how)
    const parts = [...pairs, ...touchingWordsOf(term.text).map(quote)]
    return `(${parts.join(joinedBy(how === 'any' ? 'any' : 'all'))})`
  })
  return parts.join(joinedBy(how))
}

/** One character is the beginning of its pairs, or the last of its run. */
function toPairs(run: string): string {
  return `bigrams : ${quote(run)}${run.includes(' ') ? '' : '*'}`
}

/** The terms in path and title. */
export function toNameMatch(terms: readonly QueryTerm[]): string {
  return `{id title} : (${toMatch(terms, 'all')})`
}

/** The terms outside the text: in tags, aliases, properties, as character pairs or beside them. */
export function toAsideMatch(terms: readonly QueryTerm[], how: 'all' | 'some'): string {
  return terms
    .map((term) => {
      if (bigramsOf(term.text).length > 0) return toExtraMatch([term], 'all')
      return `{tags aliases properties bigrams} : ${toPhrase(term, 'one')}`
    })
    .join(joinedBy(how))
}

function joinedBy(how: HowMany): string {
  return how === 'all' ? ' AND ' : ' OR '
}

function toPhrase({ text, kind }: QueryTerm, how: HowMany): string {
  if (kind === 'prefix')
    return `(${[...waysToWrite(text).flatMap((way) => [`${way}*`, way]), ...continuations(text), ...completions(text).map(quote)].join(' OR ')})`
  const isWhole = kind === 'phrase' || how === 'all' || how === 'one'
  // A compound beside its parts would count twice.
  const ways = (isWhole ? [text] : partsOf(text)).flatMap(waysToWrite)
  if (!isWhole && how === 'any' && (text.length >= shortestPrefix || hangul.test(text)))
    ways.push(...waysToWrite(text).map((way) => `${way}*`))
  return ways.length === 1 ? ways.join('') : `(${ways.join(' OR ')})`
}

const mostSharp = 3

/** The capitals of ß are SS, so `strasse` is also looked for as `straße`, and the other way round. Each way is quoted. */
function waysToWrite(text: string): readonly string[] {
  const [first = '', ...others] = text.split(/ss|ß/iu)
  const ways =
    others.length > mostSharp
      ? ['ss', 'ß'].map((sharp) => [first, ...others].join(sharp))
      : others.reduce((begun, part) => begun.flatMap((way) => [`${way}ss${part}`, `${way}ß${part}`]), [first])
  return ways.map(quote)
}

// The first parts of a long compound say enough.
const mostParts = 8

/** The parts of a compound; of any other word, the word itself. */
function partsOf(text: string): readonly string[] {
  const parts = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const telling = parts.filter((part) => !isStopWord(part)).slice(0, mostParts)
  return parts.length < 2 || telling.length === 0 ? [text] : telling
}

// English endings, and what is left of each when a prefix reaches into it.
const endings = new Set([
  ...'ing ings ed es ers ations ments ness able ities ive ally ously fully fulness iveness ative bility ional ical isms'
    .split(' ')
    .flatMap((ending) => Array.from(ending, (_, at) => ending.slice(at))),
  ...'e er ation ion on n ment ity al ous ful ul l ism sm m'.split(' '),
])

/**
 * A prefix that ends in `y` is stemmed to one that ends in `i`, with which no longer word begins: `ruby` to `rubi`, but
 * `rubygems` to `rubygem`. One more letter keeps it as it is.
 */
function continuations(prefix: string): readonly string[] {
  if (!/^[a-z]+y$/i.test(prefix)) return []
  return Array.from('abcdefghijklmnopqrstuvwxyz0123456789', (next) => `${quote(prefix + next)}*`)
}

/**
 * The index holds stems: `organization` is stored as `organ`, which does not begin with `organiz`. So a prefix is
 * completed with endings, and the resulting words are stemmed alike.
 */
function completions(prefix: string): readonly string[] {
  if (prefix.length < shortestPrefix || !/^[a-z]+$/i.test(prefix)) return []
  return [...endings].map((ending) => prefix + ending)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
