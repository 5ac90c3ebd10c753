import type { NoteKeyKind } from '../model/resolve-link.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isOneOff } from '../model/is-one-off.ts'
import { normalizeKey, pathKey } from '../model/normalize-key.ts'
import type { NoteSort } from '../model/note-sorts.ts'
import type { IndexQueries } from './index-reader.ts'
import type { IndexSchema } from './index-schema.ts'
import { KeptQuery } from './kept-query.ts'
import { keyList, noteCondition, type NoteFilter } from './note-filter.ts'

/** A note as lists show it: everything but its text. */
export interface NoteRow {
  /** Integer key, private to the index. */
  readonly key: number
  readonly path: string
  readonly title: string
  readonly type: string
  readonly filename: string
  readonly hash: string
  readonly size: number
  readonly created: string
  readonly updated: string
  readonly words: number
  /** Frontmatter as JSON. */
  readonly metadata: string
  /** As written, without repetitions. */
  readonly tags: readonly string[]
}

const order: Readonly<Record<NoteSort, readonly [column: string, direction: 'asc' | 'desc']>> = {
  modified: ['note.updated', 'desc'],
  created: ['note.created', 'desc'],
  title: ['note.title', 'asc'],
  path: ['note.path', 'asc'],
  size: ['note.size', 'desc'],
  words: ['note.words', 'desc'],
}

/** A part of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

export async function listNotes(
  queries: IndexQueries,
  filter: NoteFilter,
  page: Page & { readonly sort: NoteSort },
): Promise<{ readonly notes: readonly NoteRow[]; readonly total: number }> {
  const condition = sql<boolean>`${noteCondition(filter)}`
  const { total } = await queries
    .selectFrom('note')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  const [column, direction] = order[page.sort]
  // The page is chosen by its keys, so that only its own notes are read whole.
  const rows = await noteRows(queries)
    .where('note.id', 'in', (eb) =>
      eb
        .selectFrom('note')
        .select('note.id')
        .where(condition)
        .orderBy(sql.ref(column), direction)
        .orderBy('note.path')
        .limit(page.limit)
        .offset(page.offset),
    )
    .orderBy(sql.ref(column), direction)
    .orderBy('note.path')
    .execute()
  return { notes: rows.map(toNoteRow), total }
}

/** Selects the integer keys of those notes that pass the filter and were changed last. */
export function newestNotes(filter: NoteFilter, limit: number): RawBuilder<unknown> {
  return sql`SELECT note.id FROM note WHERE ${noteCondition(filter)} ORDER BY note.updated DESC, note.path LIMIT ${limit}`
}

export async function findNotesByPath(
  queries: IndexQueries,
  paths: readonly string[],
): Promise<readonly NoteRow[]> {
  const rows = await rowsAtPaths.run(queries, { paths: JSON.stringify(paths) })
  return rows.map(toNoteRow)
}

const rowsAtPaths = new KeptQuery(['paths'], (queries, { paths }) =>
  noteRows(queries)
    .where(sql<boolean>`note.path IN (SELECT value FROM json_each(${paths}))`)
    .compile(),
)

/** Whether any note passes the filter. */
export async function hasNote(queries: IndexQueries, filter: NoteFilter): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM note WHERE ${noteCondition(filter)} LIMIT 1`.execute(queries)
  return rows.length > 0
}

/** The types that notes have, in the order of the alphabet. */
export async function typesOfNotes(queries: IndexQueries): Promise<readonly string[]> {
  const rows = await queries.selectFrom('note').select('type').distinct().orderBy('type').execute()
  return rows.map(({ type }) => type)
}

/** Those of the paths whose notes pass the filter. */
export async function filterPaths(
  queries: IndexQueries,
  paths: readonly string[],
  filter: NoteFilter,
): Promise<ReadonlySet<string>> {
  // As JSON, because a statement takes a limited number of values.
  const { rows } = await sql<{ path: string }>`
    SELECT note.path FROM note WHERE note.path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))
      AND ${noteCondition(filter)}`.execute(queries)
  return new Set(rows.map(({ path }) => path))
}

export async function findNotesByKey(
  queries: IndexQueries,
  keys: readonly number[],
): Promise<readonly NoteRow[]> {
  const rows = await noteRows(queries).where('note.id', 'in', keys).execute()
  return rows.map(toNoteRow)
}

/** Those of these integer keys that are still a note's. */
export async function keysOfNotes(
  queries: IndexQueries,
  keys: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM note WHERE id IN (${keyList(keys)})`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

/** A note with its body and the line of the file on which that begins, from 1. */
export type NoteWithBody = NoteRow & { readonly body: string; readonly bodyLine: number }

/** Notes by integer key, with their bodies, as every search needs them to show its hits. */
export async function findNotesWithBody(
  queries: IndexQueries,
  keys: readonly number[],
): Promise<readonly NoteWithBody[]> {
  const rows = await bodyRows.run(queries, { keys: JSON.stringify(keys) })
  return rows.map((row) => ({ ...row, tags: readStrings(row.tags) }))
}

const bodyRows = new KeptQuery(['keys'], (queries, { keys }) =>
  noteRows(queries)
    .innerJoin('note_body', 'note_body.note', 'note.id')
    .select(['note_body.body', 'note.body_line as bodyLine'])
    .where(sql<boolean>`note.id IN (SELECT value FROM json_each(${keys}))`)
    .compile(),
)

/** Notes with this path without `.md`, title, file name or alias, in any case. `name` has no blanks around it but those of a path. */
export async function findNotesCalled(
  queries: IndexQueries,
  name: string,
  kinds: readonly NoteKeyKind[],
): Promise<readonly NoteRow[]> {
  const rows = await noteRows(queries)
    .where('note.id', 'in', (eb) =>
      eb
        .selectFrom('link_key')
        .select('link_key.bearer')
        .where('link_key.key', '=', pathKey(name))
        .where('link_key.kind', 'in', kinds),
    )
    .orderBy('note.path')
    .execute()
  return rows.map(toNoteRow)
}

/** Keys of the notes whose title, alias or file name is this text. */
export async function keysCalled(queries: IndexQueries, name: string): Promise<ReadonlySet<number>> {
  const rows = await bearersOfName.run(queries, { key: normalizeKey(name) })
  return new Set(rows.map(({ bearer }) => bearer))
}

const bearersOfName = new KeptQuery(['key'], (queries, { key }) =>
  queries
    .selectFrom('link_key')
    .select('bearer')
    .where(sql<boolean>`key = ${key} AND kind IN ('title', 'name', 'alias')`)
    .compile(),
)

/** Paths of notes with names similar to one that was not found, for "did you mean": first those with one letter wrong. */
export async function suggestNotes(
  queries: IndexQueries,
  name: string,
  limit: number,
): Promise<readonly string[]> {
  const typed = normalizeKey(name.replace(/\.md$/i, ''))
  const similar = [...(await notesMisspelt(queries, typed)), ...(await notesWithWords(queries, typed, limit))]
  return [...new Set(similar)].slice(0, limit)
}

/** Shorter names are one letter away from too many others. */
const fewestLetters = 4
/** Of names that begin or end as the typed one does no more are compared. */
const mostCompared = 20_000

/** Notes whose file name, title or alias has one letter more, less or other than what was typed, or two in the wrong order. */
async function notesMisspelt(queries: IndexQueries, typed: string): Promise<readonly string[]> {
  const name = typed.slice(typed.lastIndexOf('/') + 1)
  // Wherever it is wrong, it begins or ends right.
  const right = Math.floor((name.length - 1) / 2)
  if (name.length < fewestLetters) return []
  const { rows } = await sql<{ key: string; path: string }>`
    SELECT k.key, note.path FROM (
      SELECT key, bearer FROM link_key WHERE kind IN ('name', 'title', 'alias')
        AND length(key) BETWEEN ${name.length - 1} AND ${name.length + 1}
        AND (substr(key, 1, ${right}) = ${name.slice(0, right)} OR substr(key, ${-right}) = ${name.slice(-right)})
      LIMIT ${mostCompared}
    ) k JOIN note ON note.id = k.bearer ORDER BY length(note.path), note.path`.execute(queries)
  return rows.filter(({ key }) => isOneOff(name, key)).map(({ path }) => path)
}

async function notesWithWords(
  queries: IndexQueries,
  typed: string,
  limit: number,
): Promise<readonly string[]> {
  const words = typed
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .slice(0, 6)
  if (words.length === 0) return []
  const likeness = sql.join(
    // A short word stands in too many names: it has to be the whole name of a file, or a title.
    words.map((word) =>
      word.length > 2 ? sql`(instr(k.key, ${word}) > 0)` : sql`('/' || k.key GLOB ${`*/${word}`})`,
    ),
    sql` + `,
  )
  // One look through all names instead of one per note.
  const { rows } = await sql<{ path: string }>`
    SELECT note.path FROM (
      SELECT k.bearer, sum(${likeness}) AS likeness, max(instr(k.key, ${typed}) > 0) AS has_all FROM link_key k
      WHERE k.kind IN ('path', 'title') AND ${likeness} > 0 GROUP BY k.bearer
    ) JOIN note ON note.id = bearer
    ORDER BY has_all DESC, likeness DESC, length(note.path) LIMIT ${limit}`.execute(queries)
  return rows.map(({ path }) => path)
}

function noteRows(queries: IndexQueries) {
  return queries
    .selectFrom('note')
    .select([
      'note.id as key',
      'note.path',
      'note.title',
      'note.type',
      'note.filename',
      'note.hash',
      'note.size',
      'note.created',
      'note.updated',
      'note.words',
      'note.metadata',
      sql<string>`(SELECT json_group_array(tag) FROM (SELECT min(t.tag) AS tag FROM tag t WHERE t.note = note.id GROUP BY t.key))`.as(
        'tags',
      ),
    ])
}

type RowOf<Query> = Query extends SelectQueryBuilder<IndexSchema, 'note', infer Row> ? Row : never

function toNoteRow(row: RowOf<ReturnType<typeof noteRows>>): NoteRow {
  return { ...row, tags: readStrings(row.tags) }
}

/** The texts of a JSON list. */
export function readStrings(json: string): readonly string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []
}
