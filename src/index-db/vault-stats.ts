import type { IndexQueries } from './index-reader.ts'
import { sql } from 'kysely'
import { isBroken } from './link-queries.ts'

export interface VaultStats {
  readonly notes: number
  readonly bytes: number
  readonly words: number
  readonly links: number
  readonly broken_links: number
  readonly tags: number
  readonly files: number
}

export async function readVaultStats(queries: IndexQueries): Promise<VaultStats> {
  return await queries
    .selectFrom('note')
    .select([
      sql<number>`count(*)`.as('notes'),
      sql<number>`coalesce(sum(size), 0)`.as('bytes'),
      sql<number>`coalesce(sum(words), 0)`.as('words'),
      sql<number>`(SELECT count(*) FROM link)`.as('links'),
      sql<number>`(SELECT count(*) FROM link WHERE ${isBroken})`.as('broken_links'),
      sql<number>`(SELECT count(DISTINCT key) FROM tag)`.as('tags'),
      sql<number>`(SELECT count(*) FROM file)`.as('files'),
    ])
    .executeTakeFirstOrThrow()
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
  { limit, withExcluded }: { readonly limit: number; readonly withExcluded: boolean },
): Promise<{ readonly items: readonly UnreadableFile[]; readonly count: number }> {
  const unreadable = (table: 'note' | 'file') =>
    queries
      .selectFrom(table)
      .select(['path', 'problem'])
      .where('problem', 'is not', null)
      .where('is_excluded', 'in', withExcluded ? [0, 1] : [0])
      .$narrowType<{ problem: string }>()
  const all = unreadable('note').unionAll(unreadable('file'))
  const { count } = await queries
    .selectFrom(all.as('unreadable'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count, items: await all.orderBy('path').limit(limit).execute() }
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
