import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownVault } from '../model/known-vault.ts'
import { readSeenFolder } from './seen-folder.ts'
import { stateFolder } from './vault-folders.ts'

/** Something that a name is looked for among. */
export type Listed = 'notes' | 'note-folders' | 'tags' | 'types' | 'changes'

export interface ListedWord {
  readonly word: string
  readonly about?: string | undefined
}

/** What a vault was when it was last indexed, for who must not wait: it is neither opened nor brought up to date. */
export interface VaultPeek {
  /** Those that begin so; of notes and folders those of the next level, a folder with a slash at its end. */
  list(what: Listed, typed: string): readonly ListedWord[]
}

const mostListed = 300

/** Null for a vault that nobody has opened yet. */
export function peekVault(dataFolder: string, { root }: Pick<KnownVault, 'root'>): VaultPeek | null {
  const seen = readSeenFolder(dataFolder, root)
  if (seen === null) return null
  const read = (file: string, query: string, values: readonly unknown[]): readonly (readonly unknown[])[] => {
    if (!existsSync(file)) return []
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 50 })
    try {
      return db
        .prepare<unknown[], unknown[]>(query)
        .raw()
        .all(...values)
    } finally {
      db.close()
    }
  }
  const history = join(stateFolder(dataFolder, seen.root), 'history.sqlite')
  return {
    list(what, typed) {
      switch (what) {
        case 'notes': {
          const paths = read(seen.indexFile, byPath, [like(typed)])
          const levels = nextLevel(paths, typed)
          return levels.length > 0 ? levels : read(seen.indexFile, byTitle, [like(typed)]).map(toWord)
        }
        case 'note-folders':
          return nextLevel(read(seen.indexFile, byPath, [like(typed)]), typed).filter(({ word }) =>
            word.endsWith('/'),
          )
        case 'tags':
          return read(seen.indexFile, byTag, [like(typed.replace(/^#/, ''))])
            .map(toWord)
            .map(({ word, about }) => ({ word: typed.startsWith('#') ? `#${word}` : word, about }))
        case 'types':
          return read(seen.indexFile, byType, [like(typed), like(typed)]).map(toWord)
        case 'changes':
          return read(history, byChange, [`${typed}%`]).map(toWord)
      }
    },
  }
}

const byPath = String.raw`SELECT path, title FROM note WHERE path LIKE ? ESCAPE '\' ORDER BY path`
const byTitle = String.raw`SELECT title, path FROM note WHERE title LIKE ? ESCAPE '\' ORDER BY title LIMIT ${mostListed}`
const byTag = String.raw`SELECT tag, count(*) || iif(count(*) = 1, ' note', ' notes') FROM tag WHERE tag LIKE ? ESCAPE '\' GROUP BY key ORDER BY count(*) DESC LIMIT ${mostListed}`
const byType = String.raw`SELECT folder AS name, '' FROM note_type WHERE folder LIKE ? ESCAPE '\'
  UNION SELECT DISTINCT type, '' FROM note WHERE type LIKE ? ESCAPE '\' AND type <> '' ORDER BY 1 LIMIT ${mostListed}`
const byChange = `SELECT change.id, substr(change.time, 1, 16) || ' ' || change.tool || ' ' || min(changed_file.path)
  FROM change JOIN changed_file ON changed_file.change = change.id
  WHERE change.id LIKE ? GROUP BY change.id ORDER BY change.id DESC LIMIT 50`

function like(start: string): string {
  return `${start.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

function toWord([word, about]: readonly unknown[]): ListedWord {
  return { word: String(word), about: String(about) }
}

/** As a shell completes files: what lies in the folder that is typed so far. */
function nextLevel(rows: readonly (readonly unknown[])[], typed: string): readonly ListedWord[] {
  const found = new Map<string, ListedWord>()
  for (const [path, title] of rows) {
    const whole = String(path)
    const slash = whole.indexOf('/', typed.length)
    const word = slash === -1 ? whole : whole.slice(0, slash + 1)
    if (!found.has(word)) found.set(word, slash === -1 ? { word, about: String(title) } : { word })
    if (found.size >= mostListed) break
  }
  return [...found.values()]
}
