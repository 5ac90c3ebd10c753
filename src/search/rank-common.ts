import { type RawBuilder, sql } from 'kysely'
import { isUsualFilter, leftOutNotes, showsAll, type NoteFilter } from '../index-db/note-filter.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import type { Page } from '../index-db/note-queries.ts'
import type { AskedWords } from './asked-words.ts'
import type { QueryTerm } from './parse-query.ts'
import { extraScore } from './score-columns.ts'
import { toAsideMatch, toMatch, toNameMatch } from './to-match.ts'

/** What is known of words that most notes have. */
export interface CommonWords {
  /** How many notes have them in their text. */
  readonly inText: number
  /** Notes with the words, as JSON: of the last updated ones, and of those with the words in tags and the like. */
  readonly written: string
  /** The notes with the words in title or path, as JSON. */
  readonly titled: string
}

export interface CommonNote {
  readonly id: number
  /** From title, path, tags, aliases and properties; 0 where the words are only in the text. */
  readonly bm25: number
}

// Fewer hits than this are all ranked within a few milliseconds.
const fewestHits = 4_000
// More than half of the notes have the words, so enough of the last updated ones do.
const looksAt = 400
const perWanted = 4
// A folder or a tag may have the words too, and then says as little.
const mostNamed = 5_000

/**
 * Handles words in more than half of all notes, and in very many: BM25 gives their texts no weight and takes longest to
 * do so. Null for other words, and where a filter leaves fewer notes.
 */
export async function findCommon(
  queries: IndexQueries,
  { terms, fewest: counted }: Pick<AskedWords, 'terms' | 'fewest'>,
  filter: NoteFilter,
): Promise<CommonWords | null> {
  const mostNotes = queries.largestKey()
  if (mostNotes <= fewestHits || !isUsualFilter(filter)) return null
  const match = toMatch(terms, 'all')
  const fewest = Math.max(fewestHits, Math.floor(mostNotes / 2))
  if (counted !== null && counted <= fewest) return null
  // Most words are in few notes, which is told by counting no further.
  const isCounted = counted !== null && terms.length === 1
  const [some] = isCounted ? [] : await countUpTo.run(queries, { match, most: fewest + 1 })
  if (some !== undefined && some.hits <= fewest) return null
  const name = toNameMatch(terms)
  const [found] = await lookOnce.run(queries, { match, name, aside: toAsideMatch(terms, 'all'), fewest })
  return found ?? null
}

/** A look at so many hits takes milliseconds: there is one, and a second only where notes are left out. */
const lookOnce = new KeptQuery(
  ['match', 'name', 'aside', 'fewest'],
  (queries, { match, name, aside, fewest }) =>
    sql<CommonWords>`
    SELECT hits - CASE WHEN EXISTS (${leftOutNotes}) THEN (
        SELECT count(*) FROM notes_fts WHERE notes_fts MATCH ${match} AND +rowid IN (${leftOutNotes})
      ) ELSE 0 END AS inText, written, titled
    FROM (SELECT json_group_array(rowid) AS titled FROM (${firstOf(titledNotes(name))})), (
      SELECT count(*) AS hits,
        json_group_array(rowid) FILTER (WHERE +rowid IN (${lastUpdated(looksAt)} UNION ${asideNotes(aside)})) AS written
      FROM notes_fts
      WHERE ${showsAll} AND (SELECT count(*) FROM (${firstOf(asideNotes(aside))})) <= ${mostNamed} AND notes_fts MATCH ${match}
    ) WHERE json_array_length(titled) <= ${mostNamed} AND hits > ${fewest}`.compile(queries),
)

const countUpTo = new KeptQuery(['match', 'most'], (queries, { match, most }) =>
  sql<{ readonly hits: number }>`SELECT count(*) AS hits
    FROM (SELECT 1 FROM notes_fts WHERE notes_fts MATCH ${match} LIMIT ${most})`.compile(queries),
)

/** First those with the words in title, path, tags, aliases or properties, then the others, the last updated first. */
export async function listCommon(
  queries: IndexQueries,
  terms: readonly QueryTerm[],
  { inText, written, titled }: CommonWords,
  page: Page,
): Promise<{ readonly notes: readonly CommonNote[]; readonly total: number }> {
  const aside = toAsideMatch(terms, 'all')
  const match = toMatch(terms, 'all')
  for (let looked = looksAt; ; looked *= perWanted) {
    const list = async ({ limit, offset }: Page) => {
      const wanted = { inText, titled, aside, limit, offset }
      return looked === looksAt
        ? await listKnown.run(queries, { ...wanted, written })
        : await listFurther.run(queries, { ...wanted, match, looked })
    }
    const notes = await list(page)
    if (notes.length < page.limit && looked <= 2 * inText) continue
    // Beyond the last note nothing tells how many there are.
    const rows = notes.length > 0 || page.offset === 0 ? notes : await list(firstNote)
    return { notes, total: rows[0]?.total ?? 0 }
  }
}

const firstNote = { limit: 1, offset: 0 }
const wantedNames = ['inText', 'titled', 'aside', 'limit', 'offset'] as const

const listKnown = new KeptQuery([...wantedNames, 'written'], (queries, { written, ...wanted }) =>
  listAmong(wanted, sql`SELECT value AS id FROM json_each(${written})`).compile(queries),
)

const listFurther = new KeptQuery(
  [...wantedNames, 'match', 'looked'],
  (queries, { match, looked, ...wanted }) => {
    const among = sql`SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${match}
    AND +rowid IN (${lastUpdated(looked)} UNION ${asideNotes(wanted.aside)})`
    return listAmong(wanted, among).compile(queries)
  },
)

/** `written` selects notes with the words in their text. */
function listAmong(
  { inText, titled, aside, limit, offset }: Readonly<Record<(typeof wantedNames)[number], unknown>>,
  written: RawBuilder<unknown>,
): RawBuilder<CommonNote & { readonly total: number }> {
  return sql<CommonNote & { readonly total: number }>`
    WITH titled AS (
      SELECT note.id, ${titledScore} / (1 + length(note.title) / 40.0) AS score
      FROM json_each(${titled}) CROSS JOIN note ON note.id = value
    ), aside AS MATERIALIZED (
      SELECT rowid AS id, ${extraScore} AS score FROM note_extra
      WHERE note_extra MATCH ${aside}
    ), named AS MATERIALIZED (
      SELECT id, sum(score) AS score FROM (SELECT * FROM titled UNION ALL SELECT * FROM aside)
      WHERE id NOT IN (${leftOutNotes}) GROUP BY id
    ), written AS MATERIALIZED (${written}
    ), hit AS (
      SELECT id, score, '' AS updated, '' AS path FROM named
      UNION ALL SELECT note.id, 0, note.updated, note.path FROM written JOIN note ON note.id = written.id
        WHERE note.id NOT IN (SELECT id FROM named) AND note.id NOT IN (${leftOutNotes})
    )
    SELECT id, score AS bm25, ${inText} + (
        SELECT count(*) FROM aside WHERE id NOT IN (SELECT id FROM written) AND id NOT IN (${leftOutNotes})
      ) AS total
    FROM hit ORDER BY score DESC, updated DESC, path, id DESC LIMIT ${limit} OFFSET ${offset}`
}

/** What BM25 gives a word that few titles have, in a short title; computing it takes another look at all hits. */
const titledScore = sql`12.0`

// Many notes of a copied vault share one second: every list must order them the same way.
function lastUpdated(most: unknown): RawBuilder<unknown> {
  return sql`SELECT id FROM (SELECT id FROM note WHERE id NOT IN (${leftOutNotes}) ORDER BY updated DESC, path LIMIT ${most})`
}

function titledNotes(name: unknown): RawBuilder<unknown> {
  return sql`SELECT rowid FROM notes_fts WHERE notes_fts MATCH ${name}`
}

function asideNotes(aside: unknown): RawBuilder<unknown> {
  return sql`SELECT rowid FROM note_extra WHERE note_extra MATCH ${aside}`
}

/** One more than the limit shows that there are too many. */
function firstOf(notes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${notes} LIMIT ${mostNamed + 1}`
}
