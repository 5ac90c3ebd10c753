import type { FileStamp } from '../model/file-stamp.ts'
import { isInside } from '../model/note-path.ts'
import { parseJson } from '../model/parse-json.ts'
import type { IndexDatabase } from './open-index.ts'

/** A path with the stamp of the version that was read: of all notes these take a third of the time of objects. */
export type StampRow = readonly [
  path: string,
  size: number,
  mtime: number,
  inode: number,
  noted: number | null,
]

/** What the index knew before a look at the disk. */
export interface IndexedState {
  readonly notes: readonly StampRow[]
  readonly files: ReadonlySet<string>
  readonly canvases: readonly StampRow[]
  readonly typeFolders: ReadonlySet<string>
}

/** A file as it was when it was read. */
export interface KnownFile extends FileStamp {
  readonly hash: string
}

/** Looks up notes one by one. */
export function stampReader(db: IndexDatabase): (path: string) => KnownFile | null {
  const read = db.prepare<[string], KnownFile>(
    'SELECT size, mtime, inode, noted, hash FROM note WHERE path = ?',
  )
  return (path) => read.get(path) ?? null
}

export function readTypeFolders(db: IndexDatabase): ReadonlySet<string> {
  return new Set(db.prepare<[], string>('SELECT folder FROM note_type').pluck().all())
}

/** Everything that a look at the disk is compared with. */
export function readIndexed(db: IndexDatabase): IndexedState {
  const stamps = (from: string) =>
    db.prepare<[], StampRow>(`SELECT path, size, mtime, inode, noted FROM ${from}`).raw().all()
  return {
    notes: stamps('note'),
    files: new Set(db.prepare<[], string>('SELECT path FROM file').pluck().all()),
    canvases: stamps('file WHERE inode IS NOT NULL'),
    typeFolders: readTypeFolders(db),
  }
}

/** Where the index keeps the last look at which it agreed with the disk. */
export const agreedState = 'agreed'
/** Where it keeps the last look of the system's `find` at which it agreed. */
export const foundState = 'found'

const unreadState = 'unread'

interface StateWriter {
  readonly setState: (name: string, value: string) => void
}

/** Folders and files of the vault that the system did not let a look read: of what lies there the index knows what it knew. */
export function readUnread(db: IndexDatabase): readonly string[] {
  const kept = parseJson(readState(db, unreadState) ?? '[]')
  return Array.isArray(kept) ? kept.map(String) : []
}

/** Notes which of the paths below a folder (`''` is the whole vault) could not be read. Writes nothing where that was known. */
export function keepUnread(
  { db, writer }: { readonly db: IndexDatabase; readonly writer: StateWriter },
  folder: string,
  unread: readonly string[],
): void {
  const known = readUnread(db)
  const now = [...known.filter((path) => !isInside(path, folder)), ...unread].sort()
  if (now.join('\n') !== known.join('\n')) writer.setState(unreadState, JSON.stringify(now))
}

export function readState(db: IndexDatabase, name: string): string | null {
  return db.prepare<[string], string>('SELECT value FROM state WHERE name = ?').pluck().get(name) ?? null
}

/** Notes below a folder whose frontmatter names their type, as flint writes it. */
export function readTyped(
  db: IndexDatabase,
  folder: string,
): readonly { readonly path: string; readonly type: string }[] {
  return db
    .prepare<[string, string], { path: string; type: string }>(
      `SELECT path, type FROM note
       WHERE path >= ? AND path < ? AND json_extract(metadata, '$.type') = type ORDER BY path`,
    )
    .all(`${folder}/`, `${folder}0`)
}

/** Whether every note has been read once, by any process. */
export function isFilled(db: IndexDatabase): boolean {
  return readState(db, 'filled') === 'yes'
}

/** Some of the notes, as many as this at most, evenly in the order in which they came into the index. Reads no others. */
export function readSomePaths(db: IndexDatabase, most: number): readonly string[] {
  const last = db.prepare<[], number | null>('SELECT max(id) FROM note').pluck().get() ?? 0
  const next = db.prepare<[number], string>('SELECT path FROM note WHERE id >= ? ORDER BY id LIMIT 1').pluck()
  const count = Math.min(most, last)
  const places = Array.from({ length: count }, (_, at) => Math.ceil(((at + 1) * last) / count))
  return [...new Set(places.flatMap((place) => next.get(place) ?? []))]
}

export function countNotes(db: IndexDatabase): number {
  return db.prepare<[], number>('SELECT count(*) FROM note').pluck().get() ?? 0
}

/** Notes and files at or below these paths, which may be folders that are gone. */
export function readBelow(
  db: IndexDatabase,
  paths: readonly string[],
): { notes: readonly string[]; files: readonly string[] } {
  const below = (table: 'note' | 'file') => {
    const read = db
      .prepare<[string, string, string], string>(
        `SELECT path FROM ${table} WHERE path = ? OR (path >= ? AND path < ?)`,
      )
      .pluck()
    return paths.flatMap((path) => read.all(path, `${path}/`, `${path}0`))
  }
  return { notes: below('note'), files: below('file') }
}

/** Notes at these paths by their hashes, for telling a move from a removal. */
export function readByHash(db: IndexDatabase, paths: readonly string[]): ReadonlyMap<string, string> {
  const read = db.prepare<[string], string>('SELECT hash FROM note WHERE path = ?').pluck()
  const found = new Map<string, string>()
  for (const path of paths) {
    const hash = read.get(path)
    if (hash !== undefined) found.set(hash, path)
  }
  return found
}
