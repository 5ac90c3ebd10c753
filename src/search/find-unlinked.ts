import type { IndexQueries } from '../index-db/index-reader.ts'
import { findMentions, type Mention } from './find-mentions.ts'

/** A note's title, file name and aliases, normalised for comparison. */
export async function namesOf(queries: IndexQueries, note: number): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('link_key')
    .select('key')
    .distinct()
    .where('bearer', '=', note)
    .where('kind', 'in', ['title', 'name', 'alias'])
    .execute()
  return rows.map(({ key }) => key)
}

/** Lines of other notes that name a note without linking to it. */
export async function findUnlinked(
  queries: IndexQueries,
  note: number,
): Promise<{ readonly mentions: readonly Mention[]; readonly isCut: boolean }> {
  const { mentions, isCut } = await findMentions(queries, await namesOf(queries, note), { except: note })
  const links = await queries
    .selectFrom('link')
    .select(['source', 'line'])
    .where('target', '=', note)
    .execute()
  const taken = new Set(links.map(({ source, line }) => `${source}:${line}`))
  const unlinked = mentions.filter((mention) => {
    const place = `${mention.note}:${mention.line}`
    return !taken.has(place) && taken.add(place)
  })
  return { mentions: unlinked, isCut }
}
