import type { IndexReader } from './index-reader.ts'
import { normalizeKey } from '../model/normalize-key.ts'

/** The first values with a prefix, and how many there are; null where they are too many to count. */
export interface Begun {
  readonly values: readonly string[]
  readonly total: number | null
}

/** Rows of an index that are looked at: anyone who sees a hundred of more than these types another letter. */
const mostRows = 3_000

/**
 * Paths of notes whose path, title, file name or alias has this prefix; without a prefix, the newest. Excluded notes
 * are left out unless `withExcluded`.
 */
export function notesBeginning(
  { db }: IndexReader,
  start: string,
  { limit, withExcluded }: { readonly limit: number; readonly withExcluded: boolean },
): Begun {
  const isOffered = withExcluded ? '1' : 'is_excluded = 0'
  const key = normalizeKey(start.replace(/\.(?:md?)?$/i, ''))
  if (key === '') {
    const values = db
      .prepare<[number], string>(
        `SELECT path FROM note WHERE ${isOffered} ORDER BY updated DESC, path LIMIT ?`,
      )
      .pluck()
      .all(limit)
    // Both counts are read from an index alone.
    const leftOut = withExcluded ? '0' : '(SELECT count(*) FROM note WHERE is_excluded = 1)'
    const count = db.prepare<[], number>(`SELECT count(*) - ${leftOut} FROM note`).pluck()
    return { values, total: count.get() ?? 0 }
  }
  const bearers = db
    .prepare<[string, string, number], number>(
      `SELECT bearer FROM link_key WHERE key >= ? AND key < ? AND kind IN ('path', 'title', 'name', 'alias')
         AND EXISTS (SELECT 1 FROM note WHERE id = bearer AND ${isOffered})
       ORDER BY key LIMIT ?`,
    )
    .pluck()
    .all(key, afterAll(key), mostRows)
  const distinct = [...new Set(bearers)]
  const pathOf = db.prepare<[number], string>('SELECT path FROM note WHERE id = ?').pluck()
  return {
    values: distinct.slice(0, limit).flatMap((bearer) => pathOf.get(bearer) ?? []),
    total: bearers.length < mostRows ? distinct.length : null,
  }
}

/** Tags with this prefix, by name. */
export function tagsBeginning({ db }: IndexReader, start: string, limit: number): Begun {
  const from = normalizeKey(start.replace(/^#/, ''))
  const next = db
    .prepare<[string, string], string>('SELECT min(key) FROM tag WHERE key > ? AND key < ?')
    .pluck()
  const first = db
    .prepare<[string, string], string>('SELECT min(key) FROM tag WHERE key >= ? AND key < ?')
    .pluck()
  const written = db.prepare<[string], string>('SELECT tag FROM tag WHERE key = ? LIMIT 1').pluck()
  const keys = leap((last) =>
    last === null ? first.get(from, afterAll(from)) : next.get(last, afterAll(from)),
  )
  return {
    values: keys.slice(0, limit).map((key) => written.get(key) ?? key),
    total: keys.length < mostRows ? keys.length : null,
  }
}

/** Types that notes have, by name. */
export function listTypes({ db }: IndexReader): readonly string[] {
  const next = db.prepare<[string], string>('SELECT min(type) FROM note WHERE type > ?').pluck()
  // The smallest text is the empty one, which is the type of a note in no folder.
  return leap((last) => next.get(last ?? ''))
}

/** Skips from each distinct value to the next through the index, however often each occurs. */
function leap(next: (last: string | null) => string | null | undefined): readonly string[] {
  const values: string[] = []
  for (let value = next(null); value != null && values.length < mostRows; value = next(value))
    values.push(value)
  return values
}

/** Greater than every text with this prefix. */
function afterAll(start: string): string {
  return `${start}\u{10ffff}`
}
