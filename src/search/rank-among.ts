import { sql, type RawBuilder } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { KeptQuery } from '../index-db/kept-query.ts'
import { isShown } from '../index-db/note-filter.ts'
import type { AskedWords } from './asked-words.ts'
import type { QueryTerm } from './parse-query.ts'
import {
  allOf,
  asRows,
  isSameMatch,
  scoresIn,
  viewScoresOf,
  without,
  type RankedNote,
  type SeenScores,
  type Shape,
} from './rank-keywords.ts'
import { extraScore, mainScore } from './score-columns.ts'
import { toExtraMatch, toMatch } from './to-match.ts'

interface Among {
  readonly keys: readonly number[]
  readonly excluded: readonly QueryTerm[]
}

/** Those of a few notes that have some of the words, ranked as `rankRelaxed` ranks all notes. */
export async function rankAmong(
  queries: IndexQueries,
  words: AskedWords,
  { keys, excluded }: Among,
): Promise<readonly RankedNote[]> {
  const match = await someOf(words)
  const all = allOf(words)
  const isAll = isSameMatch(match, all)
  const values = {
    keys: JSON.stringify(keys),
    ...match,
    allMain: all.main,
    allExtra: all.extra,
    aside: asRows(await words.scattered()) ?? '[]',
  }
  const seen = viewScoresOf(queries, match)
  const ranked =
    seen === null && excluded.length === 0
      ? await (isAll ? plainAll : plainSome).run(queries, values)
      : (await amongOf(values, { isAll, excluded, seen }).execute(queries)).rows
  return ranked.toSorted(
    (a, b) => (words.isSentence ? 0 : b.completeness - a.completeness) || b.bm25 - a.bm25 || a.id - b.id,
  )
}

/** Whether a note with some of the words has all of them. */
export async function isSomeAll(words: AskedWords): Promise<boolean> {
  return isSameMatch(await someOf(words), allOf(words))
}

async function someOf(words: AskedWords) {
  const telling = await words.telling()
  return { main: toMatch(telling, 'some'), extra: toExtraMatch(telling, 'some') }
}

const plainSome = plainAmong(false)
const plainAll = plainAmong(true)

function plainAmong(isAll: boolean) {
  return new KeptQuery(['keys', 'main', 'extra', 'allMain', 'allExtra', 'aside'], (queries, values) =>
    amongOf(values, { isAll, excluded: [], seen: null }).compile(queries),
  )
}

/** Few of the hits are wanted: they are joined after they are scored, where a ranking of all looks a second time for those in both tables. */
function amongOf(
  values: Readonly<Record<'keys' | 'main' | 'extra' | 'allMain' | 'allExtra' | 'aside', unknown>>,
  {
    isAll,
    excluded,
    seen,
  }: Pick<Among, 'excluded'> & Pick<Shape, 'isAll'> & { readonly seen: SeenScores | null },
): RawBuilder<RankedNote> {
  const { keys, main, extra, allMain, allExtra, aside } = values
  const isWanted = sql`+rowid IN (SELECT value FROM json_each(${keys}))`
  const inMain = sql`FROM notes_fts WHERE notes_fts MATCH ${main} AND ${isWanted}`
  const inExtra = sql`FROM note_extra WHERE note_extra MATCH ${extra} AND ${isWanted}`
  const hits =
    seen === null
      ? sql`SELECT rowid AS id, ${mainScore} AS score, 0 AS scattered ${inMain} UNION ALL SELECT rowid, ${extraScore}, 0 ${inExtra}`
      : sql`SELECT id, score, 0 AS scattered FROM (${scoresIn(seen.main)}) WHERE id IN (SELECT rowid ${inMain})
        UNION ALL SELECT id, score, 0 FROM (${scoresIn(seen.extra)}) WHERE id IN (SELECT rowid ${inExtra})`
  const complete = isAll
    ? sql``
    : sql`WITH complete AS MATERIALIZED (
      SELECT rowid AS id FROM notes_fts WHERE notes_fts MATCH ${allMain} AND ${isWanted}
      UNION SELECT rowid FROM note_extra WHERE note_extra MATCH ${allExtra} AND ${isWanted})`
  const completeness = isAll ? sql`2` : sql`max(2 * (id IN complete), max(scattered))`
  return sql<RankedNote>`
    ${complete} SELECT id, sum(score) AS bm25, ${completeness} AS completeness
    FROM (${hits} UNION ALL SELECT id, score, 1 FROM (${scoresIn(aside)}))
    WHERE +id IN (SELECT value FROM json_each(${keys})) AND ${isShown(sql`id`)}${without(excluded, sql`id`)} GROUP BY id`
}
