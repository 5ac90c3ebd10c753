import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import { weightOf } from '../model/word-weight.ts'
import { countNotes, timesCounted, type CountedNotes } from './count-notes.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { rankedTerms, type KeywordHit, type Matched } from './search-keywords.ts'
import { toExtraMatch, toMatch } from './to-match.ts'

/** Why a hit is where it is. */
export interface Explanation {
  readonly matched: Matched
  readonly bm25: number
  /** The BM25 of a text of nothing but the words: what a note has in the second table comes on top of its own. */
  readonly ideal: number
  /** The words of the query that the note has. */
  readonly words: readonly string[]
}

/** Why each hit is where it is, by the integer key of its note. */
export async function explainHits(
  queries: IndexQueries,
  query: ParsedQuery,
  hits: readonly KeywordHit[],
): Promise<ReadonlyMap<number, Explanation>> {
  const terms = rankedTerms(query)
  const keys = hits.map(({ key }) => key)
  const words = await findWordsOf(queries, keys, terms)
  const ideal = round(idealScore(await countNotes(queries, terms)))
  return new Map(
    hits.map(({ key, matched, bm25 }) => [
      key,
      { matched, bm25: round(bm25), ideal, words: words.get(key) ?? [] },
    ]),
  )
}

function round(value: number): number {
  return Number(value.toFixed(3))
}

/** Which of the words each of these notes has, anywhere in the note. */
async function findWordsOf(
  queries: IndexQueries,
  keys: readonly number[],
  terms: readonly QueryTerm[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const words = new Map<number, string[]>(keys.map((key) => [key, []]))
  if (keys.length === 0) return words
  const among = sql`(${sql.join(keys)})`
  for (const term of terms) {
    const { rows } = await sql<{ id: number }>`
      SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${toMatch([term], 'some')} AND +rowid IN ${among}
      UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${toExtraMatch([term], 'some')} AND +rowid IN ${among}`.execute(
      queries,
    )
    for (const { id } of rows) words.get(id)?.push(term.text)
  }
  return words
}

/** The BM25 of a note about nothing but these words: a hit's `bm25` divided by it is comparable between queries. */
export function idealScore(counted: CountedNotes): number {
  return mostOfEach(counted).reduce((sum, most) => sum + most, 0)
}

// SQLite's k1 is 1.2: however often a word comes, it gives at most k1 + 1 times its weight.
const saturation = 2.2

/** The most that each word gives which so many of the notes have. */
export function mostOfEach({ notes, having }: CountedNotes): readonly number[] {
  const times = timesCounted(notes, having)
  return having.map((count, at) => saturation * weightOf(count, notes) * (times[at] ?? 1))
}
