import type { IndexQueries } from './index-reader.ts'
import { normalizeKey } from '../model/normalize-key.ts'

export interface TagCount {
  /** As most notes write it. */
  readonly tag: string
  /** How many notes have it, not counting nested tags. */
  readonly count: number
}

/** All tags, the most used first; with `prefix`, only those that start with it. */
export async function countTags(queries: IndexQueries, prefix: string | null): Promise<readonly TagCount[]> {
  let query = queries
    .selectFrom('tag')
    .select(({ fn }) => [
      'tag.key',
      fn.min<string>('tag.tag').as('tag'),
      fn.count<number>('tag.note').distinct().as('count'),
    ])
    .groupBy('tag.key')
    .orderBy('count', 'desc')
    .orderBy('tag.key')
  if (prefix !== null) {
    const start = normalizeKey(prefix.replace(/^#/, ''))
    query = query.where('tag.key', '>=', start).where('tag.key', '<', `${start}\u{10ffff}`)
  }
  const rows = await query.execute()
  return rows.map(({ tag, count }) => ({ tag, count }))
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
