import { countEach } from '../model/count-each.ts'
import type { IndexReader } from '../index-db/index-reader.ts'
import type { ViewScores } from '../index-db/view-scores.ts'
import { leftOutKeys, rowIsShown } from '../index-db/note-filter.ts'
import { bigramsOf } from '../model/bigrams.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'

export interface NearNote {
  /** Integer key. */
  readonly key: number
  readonly path: string
  readonly title: string
  /** 0 to 1. */
  readonly score: number
}

const tables = ['notes_fts', 'note_extra'] as const

interface Term {
  readonly table: (typeof tables)[number]
  readonly match: string
}

// More words say no more; a word in this many notes says nothing.
const mostCandidates = 24
const mostTerms = 8
const commonFrom = 400
const mostRead = 20_000

/**
 * The notes that share a text's rarest words, nearest first, without those that searches leave out. Looks only at the
 * counts of a few words and the notes that have them, which takes milliseconds in any vault.
 */
export function findNearNotes(
  { db, queries: { viewScores } }: IndexReader,
  { path: own, title, text }: { readonly path: string; readonly title: string; readonly text: string },
  { limit, except }: { readonly limit: number; readonly except: ReadonlySet<string> },
): readonly NearNote[] {
  const self = keyOf.on(db).get(own)?.id ?? 0
  const rare = candidates(title, text.slice(0, mostRead))
    .map((term) => ({ ...term, count: countUpTo(db, term, self) }))
    .filter(({ count }) => count > 0 && count < commonFrom)
    .sort((a, b) => a.count - b.count)
    .slice(0, mostTerms)
  if (rare.length === 0) return []
  const [inText = '', aside = ''] = tables.map((table) =>
    rare
      .filter((term) => term.table === table)
      .map(({ match }) => match)
      .join(' OR '),
  )
  const most = limit + except.size + 1
  const statement = inText === '' ? nearestByPairs : aside === '' ? nearestByWords : nearestByBoth
  const nearest =
    viewScores === null
      ? statement.on(db).all(...[inText, aside].filter((match) => match !== ''), most)
      : nearestShown.on(db).all(JSON.stringify(shownHits(viewScores, { inText, aside })), most)
  return nearest
    .filter(({ path, score }) => score >= leastScore && path !== own && !except.has(path))
    .slice(0, limit)
    .map(({ id, score, ...note }) => ({ key: id, ...note, score: Number((score / (score + 8)).toFixed(3)) }))
}

// Below it, only words that most notes have are shared.
const leastScore = 0.1

const keyOf = new KeptStatement<[string], { readonly id: number }>('SELECT id FROM note WHERE path = ?')
const counts = { notes_fts: countIn('notes_fts'), note_extra: countIn('note_extra') }
const nearestByWords = nearestIn(['notes_fts'])
const nearestByPairs = nearestIn(['note_extra'])
const nearestByBoth = nearestIn(tables)
const nearestShown = nearestOf('', 'SELECT value->>0 AS id, value->>1 AS score FROM json_each(?)')

function countIn(table: Term['table']) {
  return new KeptStatement<[string, number], { readonly notes: number }>(
    `SELECT count(*) AS notes FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? AND rowid <> ?
     AND rowid NOT IN (${leftOutKeys}) AND ${rowIsShown} LIMIT ${commonFrom})`,
  )
}

/** The notes and scores of both tables, where some notes are shown alone. */
function shownHits(
  viewScores: ViewScores,
  { inText, aside }: { readonly inText: string; readonly aside: string },
): readonly (readonly [id: number, score: number])[] {
  return [
    ...viewScores.of({ table: 'notes_fts', score: '-bm25(notes_fts)' }, inText),
    ...viewScores.of({ table: 'note_extra', score: '-bm25(note_extra)' }, aside),
  ]
}

/** The best matches of an expression for each table. */
function nearestIn(some: readonly Term['table'][]) {
  // Materialised, because bm25 works only next to the match itself.
  const scores = some.map(
    (table) =>
      `${table}_hit AS MATERIALIZED (SELECT rowid AS id, -bm25(${table}) AS score FROM ${table} WHERE ${table} MATCH ?)`,
  )
  const all = some.map((table) => `SELECT * FROM ${table}_hit`).join(' UNION ALL ')
  return nearestOf(`WITH ${scores.join(', ')}`, all)
}

function nearestOf(tables: string, all: string) {
  return new KeptStatement<
    (string | number)[],
    { readonly id: number; readonly path: string; readonly title: string; readonly score: number }
  >(
    `${tables}
     SELECT note.id, note.path, note.title, hit.score FROM
       (SELECT id, sum(score) AS score FROM (${all}) WHERE id NOT IN (${leftOutKeys}) GROUP BY id
        ORDER BY 2 DESC LIMIT ?) hit
     JOIN note ON note.id = hit.id ORDER BY hit.score DESC, note.path`,
  )
}

/** In how many other findable notes a word is, counted as far as it matters. */
function countUpTo(db: IndexReader['db'], { table, match }: Term, self: number): number {
  return counts[table].on(db).get(match, self)?.notes ?? 0
}

/** The words that may tell what a text is about: those of the title, then long and repeated ones. */
function candidates(title: string, text: string): readonly Term[] {
  const weights = new Map<string, number>()
  const add = (word: string, weight: number) => weights.set(word, (weights.get(word) ?? 0) + weight)
  for (const [word] of title.toLowerCase().matchAll(words)) add(word, 10 + word.length / 4)
  for (const [word] of text.toLowerCase().matchAll(words))
    add(word, weights.has(word) ? 0.5 : 1 + word.length / 4)
  const spaced = heaviest(weights, mostCandidates).map((word): Term => {
    return { table: 'notes_fts', match: `"${word}"` }
  })
  const pairs = countEach(bigramsOf(`${title}\n${text.slice(0, 4_000)}`).flatMap((run) => run.split(' ')))
  const unspaced = heaviest(pairs, mostCandidates).map((pair): Term => {
    return { table: 'note_extra', match: `bigrams : "${pair}"` }
  })
  return [...spaced, ...unspaced]
}

const words = /[\p{L}\p{N}]{3,40}/gu

function heaviest(weights: ReadonlyMap<string, number>, most: number): readonly string[] {
  return [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word)
}
