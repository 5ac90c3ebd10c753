import { type RawBuilder, sql } from 'kysely'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { forTimes, noteCondition, type NoteFilter } from '../index-db/note-filter.ts'
import type { Page } from '../index-db/note-queries.ts'
import { casesOf } from '../model/cases-of.ts'
import { metadataCondition, propertyOf, type MetadataFilter } from './metadata-filter.ts'
import { showNotes, type ShownNote } from './show-notes.ts'

export interface StructuredQuery {
  readonly filter: NoteFilter
  readonly metadata: readonly MetadataFilter[]
  /** Dates as `YYYY-MM-DD HH:MM:SS` UTC. */
  readonly createdSince?: string | undefined
  /** The bound for notes that name a day and no time, where it differs. */
  readonly createdSinceDay?: string | undefined
  readonly contains?: string | undefined
  readonly sort: readonly SortKey[]
}

export interface SortKey {
  /** A column of lists, or the key of a property. */
  readonly field: string
  readonly order: 'asc' | 'desc'
}

/** Notes that fit every part of the query, in the requested order; by path where nothing else decides. */
export async function searchStructured(
  queries: IndexQueries,
  { filter, metadata, createdSince, createdSinceDay, contains, sort }: StructuredQuery,
  { limit, offset }: Page,
): Promise<{ readonly hits: readonly ShownNote[]; readonly total: number }> {
  const conditions = [noteCondition(filter), metadataCondition(metadata)]
  if (createdSince !== undefined)
    conditions.push(sql`note.created >= ${forTimes(sql`note.created`, createdSince, createdSinceDay)}`)
  // Searching the texts takes longest and comes last.
  if (contains !== undefined && contains !== '') conditions.push(holds(contains))
  const order = [...sort.map(toOrder), sql`note.path`]
  const { rows } = await sql<{ id: number; total: number }>`
    SELECT note.id, count(*) OVER () AS total FROM note WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sql.join(order)} LIMIT ${limit} OFFSET ${offset}`.execute(queries)
  const keys = rows.map(({ id }) => id)
  const shown = await showNotes(
    queries,
    keys,
    contains === undefined ? [] : [{ text: contains, kind: 'phrase' }],
  )
  const total = rows[0]?.total ?? (offset > 0 ? await count(queries, conditions) : 0)
  return { hits: keys.flatMap((key) => shown.get(key) ?? []), total }
}

async function count(queries: IndexQueries, conditions: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM note WHERE ${sql.join(conditions, sql` AND `)}`.execute(queries)
  return rows[0]?.total ?? 0
}

function holds(text: string): RawBuilder<unknown> {
  // A text in Latin script is in the index as its file has it, composed or not.
  const ways = new Set(['NFC', 'NFD'].flatMap((form) => casesOf(text.normalize(form))))
  const likes = Array.from(
    ways,
    (way) => sql`b.body LIKE ${`%${way.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`,
  )
  return sql`EXISTS (SELECT 1 FROM note_body b WHERE b.note = note.id AND (${sql.join(likes, sql` OR `)}))`
}

/** Of these properties those that no note has. */
export async function unknownProperties(
  queries: IndexQueries,
  keys: readonly string[],
): Promise<{ readonly unknown: readonly string[]; readonly known: readonly string[] }> {
  const rows = await queries.selectFrom('property').select('key').distinct().execute()
  const known = rows.map(({ key }) => key)
  const names = new Set(known.map((key) => key.toLowerCase()))
  const isKnown = (key: string) =>
    /^tags?$/i.test(key) || [key, key.split('.', 1)[0] ?? ''].some((one) => names.has(one.toLowerCase()))
  return { unknown: keys.filter((key) => !isKnown(key)), known }
}

/** Whether a list is sorted by a property, and not by what every note has. */
export function isProperty({ field }: SortKey): boolean {
  return !columns.has(field)
}

const columns: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  ['id', sql`note.path`],
  ['path', sql`note.path`],
  ['title', sql`note.title COLLATE NOCASE`],
  ['type', sql`note.type`],
  ['filename', sql`note.filename`],
  ['created', sql`note.created`],
  ['updated', sql`note.updated`],
  ['modified', sql`note.updated`],
  ['size', sql`note.size`],
  ['word_count', sql`note.words`],
])

/** Numbers before texts, and notes without a value last, whichever the order. */
function toOrder({ field, order }: SortKey): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`
  const column = columns.get(field)
  if (column !== undefined) return sql`${column} ${direction}`
  const key = propertyOf(field)
  const value = sql`(SELECT CASE WHEN json_valid(p.value) AND json_type(p.value) IN ('integer', 'real')
      THEN CAST(p.value AS REAL) ELSE lower(p.value) END
    FROM property p WHERE p.note = note.id AND p.key = ${key} COLLATE NOCASE ORDER BY p.position LIMIT 1)`
  return sql`${value} IS NULL, ${value} ${direction}`
}
