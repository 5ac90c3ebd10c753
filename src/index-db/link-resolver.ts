import type { LinkForm } from '../model/parsed-note.ts'
import { resolveLink, type KeyBearer } from '../model/resolve-link.ts'
import type { IndexDatabase } from './open-index.ts'

interface StoredLink {
  readonly id: number
  readonly exact: string | null
  readonly relative: string | null
  readonly name: string | null
  readonly form: LinkForm
  readonly path: string
}

// So many keys stay in memory while links are resolved; beyond that they are read again.
const mostCachedKeys = 50_000

/** Points the index's links at the notes and files they mean. */
export class LinkResolver {
  readonly #db: IndexDatabase
  readonly #nameBeforeTitle: boolean

  constructor(db: IndexDatabase, nameBeforeTitle: boolean) {
    this.#db = db
    this.#nameBeforeTitle = nameBeforeTitle
  }

  /** Resolves the links of `sources`, and those elsewhere that wait for one of `changedKeys`. */
  resolve(sources: readonly number[], changedKeys: ReadonlySet<string>): void {
    if (sources.length === 0 && changedKeys.size === 0) return
    const select =
      'SELECT l.id, l.exact_key AS exact, l.relative_key AS relative, l.name_key AS name, l.form, n.path'
    const from = `${select} FROM link l JOIN note n ON n.id = l.source WHERE`
    const bySource = this.#db.prepare<[number], StoredLink>(`${from} l.source = ? AND l.raw <> ''`)
    const byKey = this.#db.prepare<[string, string, string], StoredLink>(
      `${from} l.id IN (
         SELECT id FROM link WHERE exact_key = ?
         UNION SELECT id FROM link WHERE relative_key = ?
         UNION SELECT id FROM link WHERE name_key = ? AND name_key <> exact_key)`,
    )
    const links = new Map<number, StoredLink>()
    for (const source of sources) for (const link of bySource.all(source)) links.set(link.id, link)
    for (const key of changedKeys) for (const link of byKey.all(key, key, key)) links.set(link.id, link)
    this.#point(links.values())
  }

  /** Resolves every link of the vault. */
  resolveAll(): void {
    const page = this.#db.prepare<[number], StoredLink>(
      `SELECT l.id, l.exact_key AS exact, l.relative_key AS relative, l.name_key AS name, l.form, n.path
       FROM link l JOIN note n ON n.id = l.source WHERE l.id > ? AND l.raw <> '' ORDER BY l.id LIMIT 5000`,
    )
    for (let links = page.all(0); links.length > 0; links = page.all(links.at(-1)?.id ?? 0))
      this.#point(links)
  }

  #point(links: Iterable<StoredLink>): void {
    const bearersOf = this.#bearers()
    const set = this.#db.prepare<[number | null, number | null, number, number | null, number | null]>(
      'UPDATE link SET target = ?, target_file = ? WHERE id = ? AND (target IS NOT ? OR target_file IS NOT ?)',
    )
    for (const link of links) {
      const found = resolveLink(link, link, bearersOf, this.#nameBeforeTitle)
      const isFile = found?.kind === 'file-path' || found?.kind === 'file-name'
      const note = found === null || isFile ? null : found.id
      const file = found !== null && isFile ? found.id : null
      set.run(note, file, link.id, note, file)
    }
  }

  #bearers(): (key: string) => readonly KeyBearer[] {
    const read = this.#db.prepare<[string], KeyBearer>(
      `SELECT k.kind, k.bearer AS id, coalesce(n.path, f.path) AS path FROM link_key k
       LEFT JOIN note n ON n.id = k.bearer AND k.kind IN ('path', 'name', 'title', 'alias')
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
}
