import type { IndexQueries } from '../index-db/index-reader.ts'
import { bestWindow } from './best-window.ts'
import { countNotes } from './count-notes.ts'
import { mostOfEach } from './explain-hits.ts'
import type { QueryTerm } from './parse-query.ts'
import { stemsOf } from './word-stems.ts'

/** More notes than that are not read for one search. */
const mostRead = 100

/** The best passage of each of these notes, as a share of an ideal match; of the first hundred. */
export async function bestWindows(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
  keys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (keys.length === 0) return new Map()
  const { notes, having } = await countNotes(queries, terms)
  const most = mostOfEach(notes, having)
  const words = terms.map((term, at) => ({ stems: stemsOf([term]), most: most[at] ?? 0 }))
  const bodies = await queries
    .selectFrom('note_body')
    .select(['note', 'body'])
    .where('note', 'in', keys.slice(0, mostRead))
    .execute()
  return new Map(bodies.map(({ note, body }) => [note, bestWindow(body, words)]))
}
