import { countEach } from '../model/count-each.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import type { NoteRow } from '../index-db/note-queries.ts'
import { isStopWord } from './stop-words.ts'
import type { QueryTerm } from './parse-query.ts'
import { toMatch } from './to-match.ts'

export const mostTellingWords = 12
// A note's repeated words, the long ones first; counting the notes that have each takes time.
const mostCounted = 60
/** A word in so many notes, or in a tenth of more, is common. */
const commonFrom = 100
const readCharacters = 20_000

/** The words that are frequent in a note and rare in others, most telling first. Common ones only where there are no others. */
export async function findTellingWords(
  queries: IndexQueries,
  note: Pick<NoteRow, 'key' | 'title'>,
): Promise<readonly QueryTerm[]> {
  const body = await queries
    .selectFrom('note_body')
    .select('body')
    .where('note', '=', note.key)
    .executeTakeFirst()
  const counts = countWords(`${`${note.title}\n`.repeat(3)}${(body?.body ?? '').slice(0, readCharacters)}`)
  const frequent = [...counts]
    .toSorted(([word, a], [other, b]) => b - a || other.length - word.length)
    .slice(0, mostCounted)
  if (frequent.length === 0) return []
  const { notes, having, most } = await countBearers(
    queries,
    frequent.map(([word]) => word),
  )
  const found = frequent.flatMap(([word, times], at) => {
    const bearers = having[at] ?? 0
    const weight = times * Math.log(1 + notes / bearers)
    return bearers < 2 ? [] : [{ word, weight, isCommon: bearers === most }]
  })
  const telling = found.filter(({ isCommon }) => !isCommon)
  return (telling.length > 0 ? telling : found)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTellingWords)
    .map(({ word }): QueryTerm => ({ text: word, kind: 'word' }))
}

interface Bearers {
  readonly notes: number
  /** How many of them have each word, but no more than `most`: counting on would take longest where it tells least. */
  readonly having: readonly number[]
  readonly most: number
}

async function countBearers(queries: IndexQueries, words: readonly string[]): Promise<Bearers> {
  const counts = words.map(
    (word) => sql`(SELECT count(*) FROM (SELECT 1 FROM notes_fts
      WHERE notes_fts MATCH ${toMatch([{ text: word, kind: 'word' }], 'all')} LIMIT (SELECT most FROM vault)))`,
  )
  const { rows } = await sql<{ notes: number; most: number; found: string }>`
    WITH vault AS MATERIALIZED (SELECT count(*) AS notes, max(${commonFrom}, count(*) / 10) AS most FROM note)
    SELECT notes, most, json_array(${sql.join(counts)}) AS found FROM vault`.execute(queries)
  const having: unknown = JSON.parse(rows[0]?.found ?? '[]')
  return {
    notes: rows[0]?.notes ?? 0,
    most: rows[0]?.most ?? 0,
    having: Array.isArray(having) ? having.map(Number) : [],
  }
}

function countWords(text: string): ReadonlyMap<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return countEach(words.filter((word) => !isStopWord(word)))
}
