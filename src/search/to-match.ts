import { bigramsOf } from '../model/bigrams.ts'
import type { QueryTerm } from './parse-query.ts'

// Shorter words begin too many others.
const shortestPrefix = 3

/** The terms as an FTS5 expression. Every word goes in quotes, so that no input is ever read as FTS5 syntax. */
export function toMatch(terms: readonly QueryTerm[], how: 'all' | 'any'): string {
  return terms.map((term) => toPhrase(term, how === 'any')).join(how === 'all' ? ' AND ' : ' OR ')
}

/** The same for the table of headings, tags, aliases, properties and the pairs of unspaced scripts. */
export function toExtraMatch(terms: readonly QueryTerm[], how: 'all' | 'any'): string {
  const parts = terms.map((term) => {
    const pairs = bigramsOf(term.text)
    if (pairs.length === 0) return toPhrase(term, how === 'any')
    return `(${pairs.map((run) => `bigrams : ${quote(run)}`).join(how === 'all' ? ' AND ' : ' OR ')})`
  })
  return parts.join(how === 'all' ? ' AND ' : ' OR ')
}

function toPhrase({ text, kind }: QueryTerm, widened: boolean): string {
  const isPrefix = kind === 'prefix' || (widened && kind === 'word' && text.length >= shortestPrefix)
  return isPrefix ? `(${quote(text)} OR ${quote(text)}*)` : quote(text)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
