import { type RawBuilder, sql } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import type { QueryTerm } from './parse-query.ts'
import { extraScore, extraTable } from './score-columns.ts'
import { toAsideMatch, toExtraMatch, toMatch } from './to-match.ts'

export interface ScatteredNote {
  readonly id: number
  readonly score: number
}

/**
 * Notes whose words are spread over both tables, as one word in a tag or property and the others in the text. Few notes
 * have a word outside the text, so those are searched first; headings are part of the text anyway.
 */
export async function findScattered(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
): Promise<readonly ScatteredNote[]> {
  const aside = toAsideMatch(terms, 'some')
  if (terms.length < 2 || !queries.hasExtra(aside)) return []
  const values = { aside, main: toMatch(terms, 'all'), extra: toExtraMatch(terms, 'all') }
  const words = terms.map((term) => ({ aside: toAsideMatch([term], 'some'), main: toMatch([term], 'all') }))
  const notes = await findIn(queries, words, values)
  const scores = queries.viewScores?.of(extraTable, aside)
  return scores === undefined ? notes : notes.map(({ id }) => ({ id, score: scores.get(id) ?? 0 }))
}

async function findIn(
  queries: IndexQueries,
  words: readonly WordMatches[],
  values: WordMatches & { readonly extra: string },
): Promise<readonly ScatteredNote[]> {
  if (words.length > 2) return (await scatteredOf(words, values).execute(queries)).rows
  const [one = values, other = values] = words
  return await scatteredPair.run(queries, {
    ...values,
    oneAside: one.aside,
    oneMain: one.main,
    otherAside: other.aside,
    otherMain: other.main,
  })
}

/** Most queries have two words. */
const scatteredPair = new KeptQuery(
  ['aside', 'main', 'extra', 'oneAside', 'oneMain', 'otherAside', 'otherMain'],
  (queries, { oneAside, oneMain, otherAside, otherMain, ...values }) => {
    const words = [
      { aside: oneAside, main: oneMain },
      { aside: otherAside, main: otherMain },
    ]
    return scatteredOf(words, values).compile(queries)
  },
)

/** The expressions themselves: a kept statement has placeholders for them. */
interface WordMatches extends WordValues {
  readonly aside: string
  readonly main: string
}

interface WordValues {
  /** Full-text expressions: the word outside the text, and in the text. */
  readonly aside: unknown
  readonly main: unknown
}

function scatteredOf(
  words: readonly WordValues[],
  { aside, main, extra }: WordValues & { readonly extra: unknown },
): RawBuilder<ScatteredNote> {
  const everyWord = words.map(
    (word) => sql`(rowid IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${word.aside})
      OR rowid IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${word.main} AND +rowid IN aside))`,
  )
  return sql<ScatteredNote>`
    WITH aside AS MATERIALIZED (SELECT rowid FROM note_extra WHERE note_extra MATCH ${aside})
    SELECT rowid AS id, ${extraScore} AS score FROM note_extra
    WHERE note_extra MATCH ${aside} AND ${sql.join(everyWord, sql` AND `)}
      AND +rowid NOT IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${main})
      AND +rowid NOT IN (SELECT rowid FROM note_extra WHERE note_extra MATCH ${extra})`
}
