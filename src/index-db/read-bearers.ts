import type { KeyBearer } from '../model/resolve-link.ts'
import type { IndexDatabase } from './open-index.ts'

// More keys than this are read again instead of staying in memory.
const mostCachedKeys = 50_000

/** What has a name, one look-up each, which is cached: for a few links. */
export function bearerReader(db: IndexDatabase): (key: string) => readonly KeyBearer[] {
  const read = db.prepare<[string], KeyBearer>(
    `SELECT k.kind, k.bearer AS id, coalesce(n.path, f.path) AS path FROM link_key k
       LEFT JOIN note n ON n.id = k.bearer AND k.kind NOT IN ('file-path', 'file-name')
       LEFT JOIN file f ON f.id = k.bearer AND k.kind IN ('file-path', 'file-name')
     WHERE k.key = ?`,
  )
  const cache = new Map<string, readonly KeyBearer[]>()
  return (key) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    if (cache.size >= mostCachedKeys) cache.clear()
    const bearers = read.all(key)
    cache.set(key, bearers)
    return bearers
  }
}

/** Selects the links to resolve again when the notes or files with a name change, which is given three times. */
export const selectWaiting = `SELECT id FROM link WHERE exact_key = ?
  UNION SELECT id FROM link WHERE relative_key = ?
  UNION SELECT id FROM link WHERE name_key = ? AND name_key <> exact_key`
