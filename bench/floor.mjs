// node bench/floor.mjs VAULT QUERIES.json: what the machine itself needs for the work of an index, in one line of JSON:
// walk, read, hash and fill a full-text table with links and metadata in one transaction, then stat all, then search.
import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'

const [vault, queriesFile] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'flint-floor-'))
const file = join(folder, 'floor.sqlite')
try {
  const started = performance.now()
  const db = openDatabase()
  const paths = walk(vault)
  const walked = performance.now()
  const links = fill(db, paths)
  const filled = performance.now()
  for (const path of paths) statSync(path)
  const statted = performance.now()
  const times = search(db, JSON.parse(readFileSync(queriesFile, 'utf8')))
  const bytes = ['', '-wal'].reduce((sum, end) => sum + (sizeOf(file + end) ?? 0), 0)
  console.log(
    JSON.stringify({
      notes: paths.length,
      links,
      walk_ms: walked - started,
      index_ms: filled - walked,
      stat_all_ms: statted - filled,
      search_p50: times[times.length >> 1],
      search_max: times.at(-1),
      db_MB: bytes / 1e6,
      rss: process.memoryUsage.rss() / 1e6,
    }),
  )
} finally {
  rmSync(folder, { recursive: true })
}

function openDatabase() {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(`
    CREATE TABLE note (id INTEGER PRIMARY KEY, path TEXT UNIQUE, title TEXT, mtime REAL, size INTEGER, inode INTEGER, hash TEXT);
    CREATE VIRTUAL TABLE words USING fts5 (title, body,
      content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
    CREATE TABLE link (source INTEGER, target TEXT);
    CREATE INDEX link_by_target ON link (target);
    CREATE TABLE property (note INTEGER, key TEXT, value TEXT);`)
  return db
}

function walk(at) {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    const path = join(at, entry.name)
    if (entry.isDirectory()) return walk(path)
    return path.endsWith('.md') ? [path] : []
  })
}

function fill(db, paths) {
  const addNote = db.prepare(
    'INSERT INTO note (path, title, mtime, size, inode, hash) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addWords = db.prepare('INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)')
  const addLink = db.prepare('INSERT INTO link VALUES (?, ?)')
  const addProperty = db.prepare('INSERT INTO property VALUES (?, ?, ?)')
  let links = 0
  db.transaction(() => {
    for (const path of paths) {
      const { mtimeMs, size, ino } = statSync(path)
      const text = readFileSync(path, 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const title = basename(path, '.md')
      const id = addNote.run(relative(vault, path), title, mtimeMs, size, ino, hash).lastInsertRowid
      addWords.run(id, title, text)
      for (const line of /^---\n(.*?)\n---/s.exec(text)?.[1]?.split('\n') ?? []) {
        const colon = line.indexOf(':')
        if (colon > 0) addProperty.run(id, line.slice(0, colon), line.slice(colon + 1))
      }
      for (const [, target] of text.matchAll(/\[\[([^\]|#]+)/g)) {
        addLink.run(id, target)
        links++
      }
    }
  })()
  return links
}

function search(db, { rare, common, two }) {
  const best = db.prepare(`
    SELECT note.path, bm25(words, 4, 1) AS score FROM words JOIN note ON note.id = words.rowid
    WHERE words MATCH ? ORDER BY score LIMIT 10`)
  const times = [...rare, ...common, ...two].map((query) => {
    const started = performance.now()
    best.all(query.replace(/\S+/g, '"$&"'))
    return performance.now() - started
  })
  return times.sort((a, b) => a - b)
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size
}
