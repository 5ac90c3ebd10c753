import type { IndexDatabase } from './open-index.ts'

/**
 * Limits a connection to the notes and files below these folders: each table is hidden behind a temporary view that
 * leaves out the rest. SQLite looks up names among a connection's temporary views first, so this holds for every query.
 * An unknown table shows nothing. Full-text tables have no views: a hit there is a number that means nothing unless its
 * note is shown.
 */
export function narrowIndex(db: IndexDatabase, roots: readonly string[]): void {
  const tables = db
    .prepare<[], { name: string; type: string; sql: string }>(
      "SELECT name, type, sql FROM main.sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
  const below = roots
    .map((root) => `(path >= ${quote(`${root}/`)} AND path < ${quote(`${root}0`)})`)
    .join(' OR ')
  const narrowed = new Map(Object.entries(tableViews(below === '' ? '0' : below, roots)))
  const statements = tables
    .filter(({ type, name, sql }) => type === 'table' && !isFullText(name, sql))
    .map(
      ({ name }) =>
        `CREATE TEMP VIEW "${name}" AS ${narrowed.get(name) ?? `SELECT * FROM main."${name}" WHERE 0`}`,
    )
  // The index's own views name its tables, which this connection resolves to the views made here.
  const views = tables
    .filter(({ type }) => type === 'view')
    .map(({ sql }) => sql.replace(/^CREATE VIEW/, 'CREATE TEMP VIEW'))
  db.pragma('query_only = off')
  db.exec([...statements, ...views].join(';\n'))
  db.pragma('query_only = on')
}

function tableViews(below: string, roots: readonly string[]): Readonly<Record<string, string>> {
  const ofNote = (table: string) => `SELECT * FROM main.${table} WHERE note IN (SELECT id FROM temp.note)`
  const types = roots.map(
    (root) =>
      `folder = ${quote(root)} OR (folder >= ${quote(`${root}/`)} AND folder < ${quote(`${root}0`)}) OR ${quote(`${root}/`)} LIKE replace(replace(folder, '%', '\\%'), '_', '\\_') || '/%' ESCAPE '\\'`,
  )
  return {
    note: `SELECT * FROM main.note WHERE ${below}`,
    file: `SELECT * FROM main.file WHERE ${below}`,
    note_body: ofNote('note_body'),
    url: ofNote('url'),
    tag: ofNote('tag'),
    property: ofNote('property'),
    task: ofNote('task'),
    chunk: ofNote('chunk'),
    // The descriptions of folders above say how the notes inside are to be written.
    note_type: `SELECT * FROM main.note_type WHERE ${types.length === 0 ? '0' : types.join(' OR ')}`,
    link: `SELECT id, source, source_file,
        CASE WHEN target IN (SELECT id FROM temp.note) THEN target END AS target,
        CASE WHEN target_file IN (SELECT id FROM temp.file) THEN target_file END AS target_file,
        raw, exact_key, relative_key, name_key, heading, block, shown, form, is_embed, line
      FROM main.link WHERE source IN (SELECT id FROM temp.note) OR source_file IN (SELECT id FROM temp.file)`,
    link_key: `SELECT * FROM main.link_key WHERE
      (kind IN ('file-path', 'file-name') AND bearer IN (SELECT id FROM temp.file)) OR
      (kind NOT IN ('file-path', 'file-name') AND bearer IN (SELECT id FROM temp.note))`,
    state: 'SELECT * FROM main.state',
    model: 'SELECT * FROM main.model',
  }
}

/** The full-text tables and their shadow tables. */
function isFullText(name: string, sql: string): boolean {
  return /^CREATE VIRTUAL TABLE/i.test(sql) || /^(notes_fts|note_extra)_/.test(name)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
