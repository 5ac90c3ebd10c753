import { countEach } from '../model/count-each.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import type { NoteRow } from '../index-db/note-queries.ts'
import { isStopWord } from './stop-words.ts'
import type { QueryTerm } from './parse-query.ts'
import { toMatch } from './to-match.ts'

export const mostTellingWords = 12
// A note's repeated words; counting the notes that have each takes time.
const mostCounted = 40
const readCharacters = 20_000

/** The words that are frequent in a note and rare in others, most telling first. */
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
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, mostCounted)
  if (frequent.length === 0) return []
  const having = frequent.map(
    ([word]) =>
      sql`SELECT ${word} AS word, (SELECT count(*) FROM notes_fts WHERE notes_fts MATCH ${toMatch([{ text: word, kind: 'word' }], 'all')}) AS bearers,
        (SELECT count(*) FROM note) AS notes`,
  )
  const { rows } = await sql<{ readonly word: string; readonly bearers: number; readonly notes: number }>`
    ${sql.join(having, sql` UNION ALL `)}`.execute(queries)
  return rows
    .filter((row) => row.bearers > 1)
    .map((row) => ({ ...row, weight: (counts.get(row.word) ?? 0) * Math.log(1 + row.notes / row.bearers) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostTellingWords)
    .map(({ word }): QueryTerm => ({ text: word, kind: 'word' }))
}

function countWords(text: string): ReadonlyMap<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return countEach(words.filter((word) => !isStopWord(word)))
}
