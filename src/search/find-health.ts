import type { IndexQueries } from '../index-db/index-reader.ts'
import { sql } from 'kysely'
import { findLinks, type LinkRow } from '../index-db/link-queries.ts'
import { archiveFolder, fitsNone, usualFilter } from '../index-db/note-filter.ts'
import { listNotes, type NoteRow, readStrings } from '../index-db/note-queries.ts'
import { countProblems, findProblems, type UnreadableFile } from '../index-db/vault-stats.ts'

interface Part<Item> {
  readonly count: number
  /** The first ones. */
  readonly items: readonly Item[]
}

interface HealthQuery {
  /** `YYYY-MM-DD HH:MM:SS`: notes that changed last before it are stale. */
  readonly before: string
  readonly limit: number
  /** GLOB patterns of notes that need no link. */
  readonly looseNotes: readonly string[]
  /** GLOB patterns of templates, which are no notes yet: nothing in them is wrong. */
  readonly templates: readonly string[]
  /** Awaited between the parts, each of which keeps the thread busy: throwing ends the work. */
  readonly onPart: (done: number, total: number) => Promise<void>
}

export interface VaultHealth {
  readonly notes: number
  readonly brokenLinks: Part<LinkRow>
  /** Notes without links in either direction, but for archived ones and kinds that are rarely linked. */
  readonly orphans: Part<NoteRow>
  /** Longest untouched first. */
  readonly stale: Part<{ readonly path: string; readonly title: string; readonly updated: string }>
  /** Where stale notes are looked for. */
  readonly staleFolders: readonly string[]
  readonly duplicateNames: Part<{ readonly name: string; readonly paths: readonly string[] }>
  readonly unparsable: Part<UnreadableFile>
}

const parts = 5

/** Folders of work that should move on. In a vault without them every note counts. */
const workFolders = ['ideas', 'projects']

/** What is wrong with a vault's notes, except those that Obsidian excludes, and templates. */
export async function findHealth(
  queries: IndexQueries,
  { before, limit, looseNotes, templates, onPart }: HealthQuery,
): Promise<VaultHealth> {
  const page = { limit, offset: 0 }
  const { notes } = await queries
    .selectFrom('note')
    .select(({ fn }) => fn.countAll<number>().as('notes'))
    .executeTakeFirstOrThrow()
  const broken = await findLinks(queries, { kind: 'broken', withoutPaths: templates }, page)
  await onPart(1, parts)
  const filter = { isOrphan: true, withoutPaths: [...looseNotes, ...templates], ...usualFilter }
  const orphans = await listNotes(queries, filter, { ...page, sort: 'path' })
  await onPart(2, parts)
  const stale = await findStale(queries, { before, limit, templates })
  await onPart(3, parts)
  const duplicateNames = await findDuplicateNames(queries, { limit, templates })
  await onPart(4, parts)
  const left = { withExcluded: false, withoutPaths: templates }
  const unparsable = {
    count: await countProblems(queries, left),
    items: await findProblems(queries, { limit, ...left }),
  }
  await onPart(5, parts)
  return {
    notes,
    brokenLinks: { count: broken.total, items: broken.links },
    orphans: { count: orphans.total, items: orphans.notes },
    ...stale,
    duplicateNames,
    unparsable,
  }
}

async function findStale(
  queries: IndexQueries,
  { before, limit, templates }: Pick<HealthQuery, 'before' | 'limit' | 'templates'>,
): Promise<Pick<VaultHealth, 'stale' | 'staleFolders'>> {
  const staleFolders: string[] = []
  for (const folder of workFolders) {
    const one = await queries
      .selectFrom('note')
      .select('id')
      .where(within(folder))
      .limit(1)
      .executeTakeFirst()
    if (one !== undefined) staleFolders.push(folder)
  }
  const place =
    staleFolders.length === 0
      ? sql<boolean>`NOT ${within(archiveFolder)}`
      : sql<boolean>`(${sql.join(staleFolders.map(within), sql` OR `)})`
  // One at the least, for the count stands in the rows.
  const items = await queries
    .selectFrom('note')
    .select(['path', 'title', 'updated', sql<number>`count(*) OVER ()`.as('count')])
    .where(place)
    .where('is_excluded', '=', 0)
    .where(fitsNone(sql`note.path`, templates))
    .where('updated', '<', before)
    .orderBy('updated')
    .orderBy('path')
    .limit(Math.max(1, limit))
    .execute()
  return {
    stale: {
      count: items[0]?.count ?? 0,
      items: items.slice(0, limit).map(({ path, title, updated }) => ({ path, title, updated })),
    },
    staleFolders,
  }
}

function within(folder: string) {
  // '0' follows '/', so this is everything below the folder.
  return sql<boolean>`(note.path >= ${`${folder}/`} AND note.path < ${`${folder}0`})`
}

/**
 * Names that several notes share as title, file name or alias: links by them may lead to the wrong note. The same notes
 * are listed once, by their title rather than their file name.
 */
async function findDuplicateNames(
  queries: IndexQueries,
  { limit, templates }: Pick<HealthQuery, 'limit' | 'templates'>,
): Promise<VaultHealth['duplicateNames']> {
  const { rows } = await sql<{ name: string; paths: string; count: number }>`
    WITH borne AS (
      SELECT key, bearer, min(CASE kind WHEN 'title' THEN 1 WHEN 'name' THEN 2 ELSE 3 END) AS rank FROM link_key
      WHERE kind IN ('title', 'name', 'alias') AND bearer NOT IN (
        SELECT id FROM note WHERE is_excluded = 1 OR NOT ${fitsNone(sql`path`, templates)})
      GROUP BY key, bearer
    ), shared AS (
      SELECT key, min(rank) AS rank, group_concat(bearer ORDER BY bearer) AS bearers FROM borne
      GROUP BY key HAVING count(*) > 1
    ), groups AS MATERIALIZED (
      SELECT min(rank || key) AS name, bearers FROM shared GROUP BY bearers
    )
    SELECT substr(g.name, 2) AS name, (SELECT count(*) FROM groups) AS count,
      (SELECT json_group_array(path) FROM (
        SELECT n.path FROM note n WHERE n.id IN (SELECT value FROM json_each('[' || g.bearers || ']'))
        ORDER BY n.path LIMIT 10)) AS paths
    FROM groups g ORDER BY substr(g.name, 2) LIMIT ${Math.max(1, limit)}`.execute(queries)
  return {
    count: rows[0]?.count ?? 0,
    items: rows.slice(0, limit).map(({ name, paths }) => ({ name, paths: readStrings(paths) })),
  }
}
