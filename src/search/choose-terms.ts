import type { IndexQueries } from '../index-db/index-reader.ts'
import { countNotes } from './count-notes.ts'
import type { ParsedQuery } from './parse-query.ts'
import { rankedTerms } from './search-keywords.ts'

/** A search by more words than these takes too long, and says no more. */
const mostRanked = 32
const countedAtOnce = 50

/** The query with the words to look for: of very many those that the fewest notes have, without those that none has. */
export async function chooseTerms(queries: IndexQueries, query: ParsedQuery): Promise<ParsedQuery> {
  const terms = rankedTerms(query)
  if (terms.length <= mostRanked) return query
  const bearers: number[] = []
  for (let start = 0; start < terms.length; start += countedAtOnce) {
    const { having } = await countNotes(queries, terms.slice(start, start + countedAtOnce))
    bearers.push(...having)
  }
  const chosen = terms
    .map((term, at) => ({ term, at, count: bearers[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
    .slice(0, mostRanked)
    .sort((one, other) => one.at - other.at)
  return {
    ...query,
    terms: chosen.length === 0 ? terms.slice(0, mostRanked) : chosen.map(({ term }) => term),
  }
}
