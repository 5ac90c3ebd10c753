import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { IndexQueries } from './index-reader.ts'
import { typeFileName } from '../model/note-path.ts'
import { isBroken } from './link-queries.ts'
import { fitsNone } from './note-filter.ts'

export interface VaultStats {
  readonly notes: number
  readonly bytes: number
  readonly words: number
  readonly links: number
  readonly broken_links: number
  readonly tags: number
  readonly files: number
}

/**
 * Counts the whole index at once where its indexes tell, and while it is being filled, when most of them are not there, a
 * part at a time: others have their turn meanwhile.
 */
export async function readVaultStats(queries: IndexQueries): Promise<VaultStats> {
  if (!(await hasIndexes(queries))) return await countInParts(queries)
  return await queries
    .selectFrom('note')
    .select([
      ...sizes,
      sql<number>`(SELECT count(*) FROM link)`.as('links'),
      sql<number>`(SELECT count(*) FROM link WHERE ${isBroken})`.as('broken_links'),
      sql<number>`(SELECT count(DISTINCT key) FROM tag)`.as('tags'),
      sql<number>`(SELECT count(*) FROM file WHERE ${isOther})`.as('files'),
    ])
    .executeTakeFirstOrThrow()
}

const sizes = [
  sql<number>`count(*)`.as('notes'),
  sql<number>`coalesce(sum(size), 0)`.as('bytes'),
  sql<number>`coalesce(sum(words), 0)`.as('words'),
] as const

/** What describes a note type is counted with the types. */
const isOther = sql<boolean>`('/' || path) NOT GLOB ${`*/${typeFileName}`}`

const needed = ['note_measures', 'link_broken', 'tag_by_key', 'note_by_problem']

async function hasIndexes(queries: IndexQueries): Promise<boolean> {
  const { rows } = await sql<{ made: number }>`SELECT count(*) AS made FROM main.sqlite_master
    WHERE type = 'index' AND name IN (${sql.join(needed)})`.execute(queries)
  return rows[0]?.made === needed.length
}

async function countInParts(queries: IndexQueries): Promise<VaultStats> {
  const stats = { notes: 0, bytes: 0, words: 0, links: 0, broken_links: 0 }
  const tags = new Set<string>()
  for await (const { after, upTo } of parts(queries.largestKey())) {
    const { notes, bytes, words } = await queries
      .selectFrom('note')
      .select(sizes)
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .executeTakeFirstOrThrow()
    stats.notes += notes
    stats.bytes += bytes
    stats.words += words
    const { rows } = await sql<{ key: string }>`
      SELECT DISTINCT key FROM tag WHERE note > ${after} AND note <= ${upTo}`.execute(queries)
    for (const { key } of rows) tags.add(key)
  }
  const { most } = await queries
    .selectFrom('link')
    .select(sql<number>`coalesce(max(id), 0)`.as('most'))
    .executeTakeFirstOrThrow()
  for await (const { after, upTo } of parts(most)) {
    const { links, broken } = await queries
      .selectFrom('link')
      .select([sql<number>`count(*)`.as('links'), sql<number>`coalesce(sum(${isBroken}), 0)`.as('broken')])
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .executeTakeFirstOrThrow()
    stats.links += links
    stats.broken_links += broken
  }
  const { files } = await queries
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where(isOther)
    .executeTakeFirstOrThrow()
  return { ...stats, tags: tags.size, files }
}

// Some milliseconds of counting.
const rowsOfPart = 5_000

/** Ranges of keys up to the largest, each in a turn of its own. */
async function* parts(largest: number): AsyncGenerator<{ readonly after: number; readonly upTo: number }> {
  for (let after = 0; after < largest; after += rowsOfPart) {
    if (after > 0) await nextTurn()
    yield { after, upTo: after + rowsOfPart }
  }
}

/** How many chunks the notes have for semantic search. */
export async function countChunks(queries: IndexQueries): Promise<number> {
  const { chunks } = await queries
    .selectFrom('chunk')
    .select(({ fn }) => fn.countAll<number>().as('chunks'))
    .executeTakeFirstOrThrow()
  return chunks
}

/** A note or a canvas. */
export interface UnreadableFile {
  readonly path: string
  readonly problem: string
}

/** The first notes that are indexed as plain text only and canvases whose links are unknown, with the reasons. */
export async function findProblems(
  queries: IndexQueries,
  { limit, ...left }: LeftOut & { readonly limit: number },
): Promise<readonly UnreadableFile[]> {
  if (await hasIndexes(queries)) {
    const all = unreadable(queries, 'note', left).unionAll(unreadable(queries, 'file', left))
    return await all.orderBy('path').limit(limit).execute()
  }
  const found = [...(await unreadable(queries, 'file', left).execute())]
  for await (const { after, upTo } of parts(queries.largestKey())) {
    const some = unreadable(queries, 'note', left).where('id', '>', after).where('id', '<=', upTo)
    found.push(...(await some.execute()))
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, limit)
}

/** How many there are in all. */
export async function countProblems(queries: IndexQueries, left: LeftOut): Promise<number> {
  const all = unreadable(queries, 'note', left).unionAll(unreadable(queries, 'file', left))
  const { count } = await queries
    .selectFrom(all.as('unreadable'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface LeftOut {
  readonly withExcluded: boolean
  /** GLOB patterns of paths to leave out, in any case. */
  readonly withoutPaths?: readonly string[]
}

function unreadable(
  queries: IndexQueries,
  table: 'note' | 'file',
  { withExcluded, withoutPaths = [] }: LeftOut,
) {
  return queries
    .selectFrom(table)
    .select(['path', 'problem'])
    .where('problem', 'is not', null)
    .where('is_excluded', 'in', withExcluded ? [0, 1] : [0])
    .where(fitsNone(sql`path`, withoutPaths))
    .$narrowType<{ problem: string }>()
}

export async function hasNotesOfType(queries: IndexQueries, type: string): Promise<boolean> {
  const one = await queries
    .selectFrom('note')
    .select('id')
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export async function countByType(
  queries: IndexQueries,
): Promise<readonly { readonly type: string; readonly count: number }[]> {
  return await queries
    .selectFrom('note')
    .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
    .groupBy('type')
    .orderBy('type')
    .execute()
}
