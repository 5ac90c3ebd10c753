import Database from 'better-sqlite3'

/**
 * All that an index says, as lines in a fixed order: integer keys become paths, so that two indexes which say the same
 * of a vault have the same dump, however they came about.
 */
export function dumpIndex(file: string): readonly string[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.transaction(() => queries.flatMap(([name, sql]) => rowsOf(db, name, sql)))()
  } finally {
    db.close()
  }
}

/** What SQLite and FTS5 find wrong with an index that nobody has open; empty when it is sound. */
export function checkIndex(file: string): readonly string[] {
  const db = new Database(file)
  const problems: string[] = []
  const check = (what: string, run: () => unknown) => {
    try {
      const found = run()
      if (found !== 'ok') problems.push(`${what}: ${JSON.stringify(found)}`)
    } catch (error) {
      problems.push(`${what}: ${String(error)}`)
    }
  }
  check('file', () => db.pragma('integrity_check', { simple: true }))
  for (const table of ['notes_fts', 'note_extra']) {
    check(table, () => {
      db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`)
      return 'ok'
    })
  }
  db.close()
  return problems
}

const noteOfKey = `CASE WHEN k.kind LIKE 'file-%' THEN (SELECT path FROM file WHERE id = k.bearer)
  ELSE (SELECT path FROM note WHERE id = k.bearer) END`

const queries: readonly (readonly [name: string, sql: string])[] = [
  [
    'note',
    `SELECT path, title, type, filename, body_line, metadata, hash, size, mtime, inode,
    created, updated, words, lines, problem, is_excluded FROM note`,
  ],
  ['note_body', 'SELECT path, body FROM note_body b LEFT JOIN note n ON n.id = b.note'],
  ['note_type', 'SELECT folder FROM note_type'],
  ['file', 'SELECT path, size, mtime, inode, is_excluded FROM file'],
  ['link_key', `SELECT key, kind, ${noteOfKey} AS bearer FROM link_key k`],
  [
    'link',
    `SELECT coalesce(s.path, sf.path) AS source, t.path AS target, f.path AS target_file, raw, exact_key, relative_key, name_key, heading,
      block, shown, form, is_embed, line,
      (l.target IS NOT NULL AND t.id IS NULL) + (l.target_file IS NOT NULL AND f.id IS NULL) AS dangling
     FROM link l LEFT JOIN note s ON s.id = l.source LEFT JOIN file sf ON sf.id = l.source_file
     LEFT JOIN note t ON t.id = l.target
     LEFT JOIN file f ON f.id = l.target_file`,
  ],
  ['url', 'SELECT path, url, u.title, line, u.type FROM url u LEFT JOIN note n ON n.id = u.note'],
  ['tag', 'SELECT path, key, tag, source FROM tag t LEFT JOIN note n ON n.id = t.note'],
  [
    'property',
    'SELECT path, position, key, value, value_type FROM property p LEFT JOIN note n ON n.id = p.note',
  ],
  ['task', 'SELECT path, line, status, text FROM task t LEFT JOIN note n ON n.id = t.note'],
  [
    'chunk',
    `SELECT path, position, p.hash, heading, line, last_line, start, end
     FROM chunk c LEFT JOIN note n ON n.id = c.note LEFT JOIN passage p ON p.id = c.passage`,
  ],
  ['notes_fts', 'notes_fts'],
  ['note_extra', 'note_extra'],
]

/** The vectors of every model, by what they are of: two indexes with the same notes have the same. */
export function dumpVectors(file: string): readonly string[] {
  const db = new Database(file, { readonly: true })
  try {
    const models = db.prepare('SELECT id, name, is_ready FROM model').all() as {
      id: number
      name: string
      is_ready: number
    }[]
    return models.flatMap(({ id, name, is_ready: isReady }) =>
      db
        .prepare(
          `SELECT p.hash, hex(v.numbers) AS numbers, k.passage IS NOT NULL AS known,
             (SELECT hex(substr(s.bytes, 65 + (v.passage % 512) * (length(s.bytes) - 64) / 512, length(v.numbers) / 32))
              FROM vector_signs_${id} s WHERE s.id = v.passage / 512) AS signs
           FROM vector_${id} v LEFT JOIN passage p ON p.id = v.passage LEFT JOIN vector_known_${id} k USING (passage)`,
        )
        .all()
        .map((row) => `${name} ${isReady} ${JSON.stringify(row)}`)
        .sort(),
    )
  } finally {
    db.close()
  }
}

function rowsOf(db: Database.Database, name: string, sql: string): readonly string[] {
  if (name === sql) {
    db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_words USING fts5vocab(main, ${name}, instance)`)
    sql = `SELECT n.path, w.col, w.term, w.offset FROM temp.${name}_words w LEFT JOIN note n ON n.id = w.doc`
  }
  return db
    .prepare(sql)
    .all()
    .map((row) => `${name} ${JSON.stringify(row)}`)
    .sort()
}
