import { sql } from 'kysely'
import type { IndexQueries } from './index-reader.ts'
import { normalizeKey } from '../model/normalize-key.ts'

export interface TagCount {
  /** As the first of its notes writes it. */
  readonly tag: string
  /** How many notes have it, not counting nested tags. */
  readonly count: number
}

export interface TagCounts {
  readonly tags: readonly TagCount[]
  /** How many tags there are on all pages. */
  readonly total: number
}

/** A page of the tags, the most used first; with `prefix`, of those that start with it. */
export async function countTags(
  queries: IndexQueries,
  {
    prefix,
    limit,
    offset,
  }: { readonly prefix: string | null; readonly limit: number; readonly offset: number },
): Promise<TagCounts> {
  const start = normalizeKey(prefix?.replace(/^#/, '') ?? '')
  const isMeant = start === '' ? sql`1` : sql`key >= ${start} AND key < ${`${start}\u{10ffff}`}`
  // What a tag looks like is read for those on the page: counting the others needs their index alone.
  const { rows } = await sql<TagCount>`
    SELECT (SELECT t.tag FROM tag t WHERE t.key = page.key ORDER BY t.note LIMIT 1) AS tag, count FROM (
      SELECT key, count(DISTINCT note) AS count FROM tag WHERE ${isMeant}
      GROUP BY key ORDER BY count DESC, key LIMIT ${limit} OFFSET ${offset}
    ) AS page ORDER BY count DESC, page.key`.execute(queries)
  if (offset === 0 && rows.length < limit) return { tags: rows, total: rows.length }
  const counted = await sql<{ total: number }>`
    SELECT count(DISTINCT key) AS total FROM tag WHERE ${isMeant}`.execute(queries)
  return { tags: rows, total: counted.rows[0]?.total ?? 0 }
}

/** All tags, each as it is written somewhere. */
export async function listTags(queries: IndexQueries): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('tag')
    .select(({ fn }) => fn.min<string>('tag').as('tag'))
    .groupBy('key')
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Paths of the notes that have a tag or one nested in it, in order. */
export async function findTagged(queries: IndexQueries, tag: string): Promise<readonly string[]> {
  const key = normalizeKey(tag)
  const rows = await queries
    .selectFrom('tag')
    .innerJoin('note', 'note.id', 'tag.note')
    .select('note.path')
    .distinct()
    .where((eb) =>
      eb.or([
        eb('tag.key', '=', key),
        // `0` is the character after `/`.
        eb.and([eb('tag.key', '>=', `${key}/`), eb('tag.key', '<', `${key}0`)]),
      ]),
    )
    .orderBy('note.path')
    .execute()
  return rows.map(({ path }) => path)
}
