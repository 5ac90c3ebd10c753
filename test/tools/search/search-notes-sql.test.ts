import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { unsafeFunctions } from '../../../src/search/sql/unsafe-functions.ts'
import { column } from '../../support/plain.ts'
import { until } from '../../support/until.ts'
import { withVault, type Vaults } from '../../support/with-vault.ts'

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const note = (lines: Readonly<Record<string, unknown>>, body: string) =>
  `---\n${Object.entries(lines)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}---\n\n${body}\n`

const files = {
  'todo/roof.md': note(
    { title: 'Roof', status: 'in_progress', priority: 4, updated: daysAgo(20), created: daysAgo(30) },
    'Mend the gutter. See [[Ladder]] and [[nowhere]].',
  ),
  'todo/paint.md': note(
    { title: 'Paint', status: 'in_progress', priority: 2, updated: daysAgo(1) },
    'Buy paint, update the list, delete the old cans.',
  ),
  'todo/done.md': note({ title: 'Done', status: 'done', priority: '5' }, 'It is finished.'),
  'reading/waves.md': note({ title: 'Waves', rating: 5, created: daysAgo(0) }, 'A good book about the sea.'),
  'reading/dull.md': note({ title: 'Dull', rating: 2, created: daysAgo(0) }, 'Not good.'),
  'meeting/monday.md': note(
    { attendees: ['Ada', 'Ben'], created: daysAgo(3) },
    'We met; https://example.org/minutes.',
  ),
  'meeting/friday.md': note({ attendees: ['Ada'], created: daysAgo(5) }, 'We met again.'),
  'ladder.md': '# Ladder\n\nA long one.\n',
}

const rowsOf = async ({ call }: Vaults, query: string, args: object = {}) => {
  const result = await call('search_notes_sql', { query, ...args })
  expect(result.error).toBeUndefined()
  return result.results
}

describe('what people ask', () => {
  const cases: readonly (readonly [
    title: string,
    query: string,
    params: readonly unknown[],
    expected: unknown,
  ])[] = [
    [
      'stale tasks with their metadata in one column',
      `SELECT n.*, GROUP_CONCAT(m.key || ':' || m.value) as metadata FROM notes n
       LEFT JOIN note_metadata m ON n.id = m.note_id
       WHERE n.type = 'todo' AND n.updated < datetime('now', '-7 days')
       AND EXISTS (SELECT 1 FROM note_metadata WHERE note_id = n.id AND key = 'status' AND value = 'in_progress')
       GROUP BY n.id ORDER BY n.updated DESC`,
      [],
      [expect.objectContaining({ id: 'todo/roof.md', metadata: expect.stringContaining('priority:4') })],
    ],
    [
      'tasks by status and priority',
      `SELECT n.* FROM notes n
       JOIN note_metadata m1 ON n.id = m1.note_id AND m1.key = 'status' AND m1.value = 'in_progress'
       JOIN note_metadata m2 ON n.id = m2.note_id AND m2.key = 'priority' AND CAST(m2.value AS INTEGER) >= 3
       WHERE n.type = 'todo' ORDER BY n.updated DESC`,
      [],
      [expect.objectContaining({ id: 'todo/roof.md' })],
    ],
    [
      'books of this year with high ratings',
      `SELECT n.* FROM notes n
       JOIN note_metadata m ON n.id = m.note_id AND m.key = 'rating' AND CAST(m.value AS INTEGER) > 4
       WHERE n.type = 'reading' AND n.created >= datetime('now', 'start of year') ORDER BY CAST(m.value AS INTEGER) DESC`,
      [],
      [expect.objectContaining({ id: 'reading/waves.md', content: expect.stringContaining('sea') })],
    ],
    [
      'meetings by who was there',
      `SELECT m.value as attendee, COUNT(*) as meeting_count FROM notes n
       JOIN note_metadata m ON n.id = m.note_id AND m.key = 'attendees'
       WHERE n.type = 'meeting' AND n.created >= datetime('now', '-30 days')
       GROUP BY m.value ORDER BY meeting_count DESC`,
      [],
      [
        { attendee: 'Ada', meeting_count: 2 },
        { attendee: 'Ben', meeting_count: 1 },
      ],
    ],
    [
      'words that only look like commands',
      "SELECT id FROM notes WHERE content LIKE '%update the list, delete%' -- not: DROP TABLE notes;",
      [],
      [{ id: 'todo/paint.md' }],
    ],
    [
      'a value',
      'SELECT id FROM notes WHERE title = ? AND 1 = ?',
      ['Waves', true],
      [{ id: 'reading/waves.md' }],
    ],
    [
      'full text, ranked, with the words marked',
      `SELECT f.id, n.type, bm25(notes_fts) < 0 AS ranked, snippet(notes_fts, 2, '[', ']', '…', 5) AS found
       FROM notes_fts f JOIN notes n ON n.id = f.id WHERE notes_fts MATCH 'gutters OR sea' ORDER BY rank`,
      [],
      expect.arrayContaining([
        { id: 'todo/roof.md', type: 'todo', ranked: 1, found: expect.stringContaining('[gutter]') },
        { id: 'reading/waves.md', type: 'reading', ranked: 1, found: expect.stringContaining('[sea]') },
      ]),
    ],
    [
      'broken links',
      'SELECT source_note_id, target_title FROM note_links WHERE target_note_id IS NULL',
      [],
      [{ source_note_id: 'todo/roof.md', target_title: 'nowhere' }],
    ],
    [
      'links out of the vault',
      'SELECT note_id, line_number FROM external_links',
      [],
      [{ note_id: 'meeting/monday.md', line_number: 6 }],
    ],
    [
      'numbers that JSON would round',
      'SELECT 9007199254740991 AS most, 9007199254740993 AS more, -9007199254740993 AS less, 1.5 AS half',
      [],
      [{ most: 9_007_199_254_740_991, more: '9007199254740993', less: '-9007199254740993', half: 1.5 }],
    ],
    [
      'a WITH, a semicolon and a comment',
      'WITH t AS (SELECT type, count(*) AS c FROM notes GROUP BY type)\nSELECT max(c) AS most FROM t; -- the largest',
      [],
      [{ most: 3 }],
    ],
    ['values without a table', 'VALUES (1, 2)', [], [{ column1: 1, column2: 2 }]],
    [
      'columns of the same name',
      "SELECT n.id, l.id FROM notes n JOIN note_links l ON l.source_note_id = n.id WHERE l.target_title = 'Ladder'",
      [],
      [{ id: 'todo/roof.md', id_2: expect.any(Number) }],
    ],
    ['JSON', "SELECT value FROM json_each('[1,2]') ORDER BY value", [], [{ value: 1 }, { value: 2 }]],
  ]
  test.each(cases)('%s', (_title, query, params, expected) =>
    withVault(files, async (vault) => {
      expect(await rowsOf(vault, query, { params })).toEqual(expected)
    }),
  )
})

test('fields filter the columns of a row', () =>
  withVault(files, async (vault) => {
    const rows = await rowsOf(vault, "SELECT * FROM notes WHERE title = 'Dull'", { fields: ['id', 'type'] })
    const place = { filename: 'dull.md', path: expect.any(String) }
    expect(rows).toEqual([{ id: 'reading/dull.md', type: 'reading', ...place }])
  }))

test('fields leave what the statement itself has named or computed, and text of which they name a part', () =>
  withVault(files, async (vault) => {
    const query = `SELECT n.*, GROUP_CONCAT(m.key || ':' || m.value) AS metadata, count(*), max(m.value) AS "m.most"
      FROM notes n LEFT JOIN note_metadata m ON n.id = m.note_id WHERE n.title = 'Dull' GROUP BY n.id`
    const fields = ['id', 'title', 'metadata.status', 'metadata.priority']
    const result = await vault.call('search_notes_sql', { query, fields })
    expect(result.columns).toEqual(['id', 'title', 'filename', 'path', 'metadata', 'count(*)', 'm.most'])
    expect(Object.keys(result.results[0])).toEqual(result.columns)
    expect(result.results[0].metadata).toContain('title:Dull')
    const bare = { query: 'SELECT title, id FROM notes LIMIT 1', fields: ['nothing'] }
    expect((await vault.call('search_notes_sql', bare)).columns).toEqual(['id'])
  }))

const refused = [
  'DELETE FROM notes',
  "UPDATE notes SET title = 'x'",
  "INSERT INTO notes_fts (notes_fts) VALUES ('optimize')",
  'INSERT INTO note (path) VALUES (1) RETURNING path',
  'DROP TABLE notes',
  'CREATE TABLE x (y)',
  'CREATE TEMP TABLE x AS SELECT 1',
  "ATTACH DATABASE '/tmp/other.sqlite' AS other",
  "ATTACH ':memory:' AS other; SELECT 1",
  'DETACH main',
  'PRAGMA table_info(notes)',
  'PRAGMA query_only = off',
  'PRAGMA writable_schema = on; SELECT 1',
  'VACUUM',
  "VACUUM INTO '/tmp/copy.sqlite'",
  'REINDEX',
  'ANALYZE',
  'BEGIN',
  'COMMIT',
  "SELECT load_extension('/tmp/x.so')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('/tmp/x', 'y')",
  'SELECT 1; SELECT 2',
  'SELECT 1; DELETE FROM notes',
  'SELECT 1) UNION SELECT * FROM (SELECT 2',
  'EXPLAIN SELECT 1',
  'EXPLAIN QUERY PLAN SELECT 1',
  'QUERY PLAN SELECT 1',
  'SELECT * FROM note',
  'SELECT * FROM main.note',
  'SELECT * FROM state',
  'SELECT * FROM sqlite_schema',
  'SELECT * FROM main.sqlite_master',
  'SELECT * FROM sqlite_temp_master',
  'SELECT * FROM notes_fts_data',
  'SELECT * FROM note_extra',
  'SELECT * FROM pragma_database_list',
  'SELECT * FROM main.pragma_database_list',
  'SELECT * FROM temp.pragma_database_list',
  'SELECT file FROM PRAGMA_DATABASE_LIST()',
  "SELECT * FROM pragma_table_info('note')",
  'SELECT * FROM dbstat',
  'SELECT * FROM temp.dbstat',
  'SELECT * FROM (SELECT * FROM note)',
  'WITH x AS (SELECT * FROM note) SELECT * FROM x',
  'SELECT (SELECT count(*) FROM note)',
  'SELECT 1 WHERE EXISTS (SELECT 1 FROM sqlite_schema)',
  'SELECT fts5_source_id()',
  '',
  ';',
  '-- nothing',
  'SELEC id FROM notes',
  'SELECT nothing FROM notes',
  "SELECT id FROM notes WHERE id = 'open",
  'SELECT id FROM notes WHERE id = ?',
  "SELECT id FROM notes_fts WHERE notes_fts MATCH 'AND'",
  '\0',
  'SELECT 1 \0; DELETE FROM notes',
]

test('what is not one reading of the public tables is refused, with a reason, and the server stays up', () =>
  withVault(files, async (vault) => {
    const allowed: string[] = []
    for (const query of refused) {
      const { error } = await vault.call('search_notes_sql', { query })
      if (!['QUERY_REJECTED', 'INVALID_ARGUMENT'].includes(error?.code)) allowed.push(query)
      else expect([query, error.message]).not.toEqual([query, expect.stringContaining(vault.folder)])
    }
    expect(allowed).toEqual([])
    expect(column(await rowsOf(vault, 'SELECT count(*) AS notes FROM notes'), 'notes')).toEqual([8])
  }))

test('a function that is not known to be safe is refused by its name, wherever it stands', () =>
  withVault(files, async ({ call }) => {
    const calls = [
      'SELECT hex(fts3_tokenizer(?))',
      'SELECT FTS3_Tokenizer(?, ?)',
      'SELECT id FROM notes ORDER BY fts3_tokenizer(?)',
      'SELECT count(*) FILTER (WHERE fts3_tokenizer(?) IS NULL) FROM notes',
      'WITH t AS (SELECT fts3_tokenizer(?) AS x) SELECT * FROM t',
      'SELECT value FROM json_each(fts3_tokenizer(?))',
      "SELECT id FROM notes_fts WHERE notes_fts MATCH 'sea' AND fts3_tokenizer(?) > ''",
      "SELECT 1 WHERE 'x' LIKE fts3_tokenizer(?)",
    ]
    for (const query of calls) {
      const params = Array.from(query.matchAll(/\?/g), () => 'simple')
      const { error } = await call('search_notes_sql', { query, params })
      expect([query, error]).toEqual([
        query,
        expect.objectContaining({
          code: 'QUERY_REJECTED',
          message: 'A query may not call fts3_tokenizer.',
          hint: expect.stringContaining('bm25'),
        }),
      ])
    }
  }))

test('a new version of SQLite brings no function that a query may call before somebody has looked at it', () => {
  const db = new Database(':memory:')
  const functions = db
    .prepare<[], { name: string; narg: number; type: string }>(
      'SELECT name, narg, type FROM pragma_function_list',
    )
    .all()
  const unsafe = functions.flatMap(({ name, narg, type }) => {
    const given = Array.from({ length: narg < 0 ? 2 : narg }, () => '0.5').join(', ')
    return unsafeFunctions(db, `SELECT "${name}"(${given})${type === 'w' ? ' OVER ()' : ''}`, [])
  })
  expect([...new Set(unsafe)].sort()).toMatchInlineSnapshot(`
    [
      "changes",
      "fts3_tokenizer",
      "fts5",
      "fts5_get_locale",
      "fts5_insttoken",
      "fts5_locale",
      "fts5_source_id",
      "geopoly_area",
      "geopoly_bbox",
      "geopoly_blob",
      "geopoly_ccw",
      "geopoly_contains_point",
      "geopoly_debug",
      "geopoly_group_bbox",
      "geopoly_json",
      "geopoly_overlap",
      "geopoly_regular",
      "geopoly_svg",
      "geopoly_within",
      "geopoly_xform",
      "last_insert_rowid",
      "load_extension",
      "matchinfo",
      "offsets",
      "optimize",
      "randomblob",
      "rtreecheck",
      "rtreedepth",
      "rtreenode",
      "sqlite_compileoption_get",
      "sqlite_compileoption_used",
      "sqlite_log",
      "sqlite_source_id",
      "subtype",
      "total_changes",
      "zeroblob",
    ]
  `)
})

test('what takes too long is stopped and answered, and the next query runs', () =>
  withVault(files, async (vault) => {
    const bombs = [
      bomb,
      `SELECT count(*) FROM ${Array.from({ length: 9 }, (_, index) => `note_metadata m${index}`).join(', ')}`,
    ]
    for (const query of bombs) {
      const { error } = await vault.call('search_notes_sql', { query, timeout: 0.3 })
      expect(error).toMatchObject({ code: 'QUERY_TIMEOUT', time_limit_ms: 300, hint: expect.any(String) })
      expect(await rowsOf(vault, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    }
  }))

/** Each takes the system seconds, which gives out half a gigabyte page by page. */
const greedy = [
  // The first meets a process that has just begun.
  "SELECT length(hex(printf('%.*c', 480000000, 'x')))",
  "WITH RECURSIVE x(n, s) AS (SELECT 1, printf('%.*c', 1000000, 'x') UNION ALL SELECT n + 1, n || printf('%.*c', 1000000, 'x') FROM x LIMIT 5000) SELECT count(*) FROM (SELECT DISTINCT s FROM x)",
  "WITH RECURSIVE x(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM x LIMIT 30) SELECT max(length(s)) FROM x",
  "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT length(group_concat(printf('%.*c', 1000, 'x'))) FROM x",
  "SELECT length(replace(replace(printf('%.*c', 30000, 'x'), 'x', printf('%.*c', 3000, 'y')), 'y', 'zzzzz'))",
  // The text itself, which comes out of SQLite.
  "SELECT printf('%.*c', 300000000, 'x')",
  "SELECT printf('%.*c', 2000000000, 'x') || 'y'",
  "SELECT length(group_concat(printf('%.*c', 5000000, a.content))) FROM notes a, notes b, notes c, notes d",
]

test.each(greedy)('what takes too much memory is stopped: %s', (query) =>
  withVault(files, async (vault) => {
    const { error } = await vault.call('search_notes_sql', { query, timeout: 20 })
    expect(error).toMatchObject({ code: 'QUERY_REJECTED', message: expect.stringContaining('memory') })
    expect(await rowsOf(vault, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  }),
)

test.skipIf(process.platform !== 'linux')(
  'no query gets more memory than the system lets its process have, however fast it asks for it',
  () =>
    withVault(files, async (vault) => {
      await rowsOf(vault, 'SELECT 1 AS one')
      const [pid] = childrenOf(process.pid)
      const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
      expect(Number(/^Max data size +(\d+)/m.exec(limits)?.[1])).toBeLessThan(800_000_000)
      const query = "SELECT length(printf('%.*c', 990000000, 'x'))"
      expect((await vault.call('search_notes_sql', { query })).error).toMatchObject({
        code: 'QUERY_REJECTED',
        message: 'The query took more memory than one may, and was stopped.',
      })
      // SQLite itself has ended the query: its process lives on, and never had the memory.
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      expect(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1])).toBeLessThan(800_000)
    }),
)

test('functions that make bytes of any length are not there', () =>
  withVault(files, async ({ call }) => {
    for (const made of ['zeroblob(1000000000)', 'randomblob(1000000000)']) {
      const { error } = await call('search_notes_sql', { query: `SELECT length(${made})` })
      expect(error).toMatchObject({
        code: 'QUERY_REJECTED',
        message: expect.stringContaining('may not call'),
      })
    }
  }))

test('a huge result is cut by rows and by size, and says so', () =>
  withVault(files, async ({ call }) => {
    const numbers = 'WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x'
    const first = await call('search_notes_sql', { query: numbers })
    expect(first).toMatchObject({ total: 100, has_more: true, message: expect.stringContaining('more rows') })
    expect(await call('search_notes_sql', { query: numbers, limit: 1_000 })).toMatchObject({
      total: 1_000,
      has_more: true,
    })
    const wide =
      "SELECT n, printf('%.*c', 9000, 'x') AS text FROM (WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x LIMIT 900) SELECT n FROM x)"
    const large = await call('search_notes_sql', { query: wide, limit: 1_000 })
    expect(large).toMatchObject({ has_more: true, message: expect.stringContaining('these fill 1 MB') })
    expect(large.message).not.toContain('give a')
    expect(JSON.stringify(large).length).toBeLessThan(1_100_000)
    expect(JSON.stringify(await call('search_notes_sql', { query: wide })).length).toBeLessThan(40_000)
    const long = await call('search_notes_sql', {
      query: "SELECT printf('%.*c', 900000, 'x') AS text, x'00ff' AS bytes",
    })
    expect(long).toMatchObject({ total: 1, has_more: false, message: expect.stringContaining('cut') })
    expect(long.results[0].bytes).toBe('(2 bytes)')
  }))

test('several queries run at once, and a long one keeps no other waiting', () =>
  withVault(files, async ({ call }) => {
    const long = call('search_notes_sql', { query: bomb, timeout: 3 })
    const short = await Promise.all(
      Array.from({ length: 6 }, (_, number) => call('search_notes_sql', { query: `SELECT ${number} AS n` })),
    )
    expect(short.map(({ results }) => results[0].n)).toEqual([0, 1, 2, 3, 4, 5])
    expect((await long).error.code).toBe('QUERY_TIMEOUT')
  }))

const childrenOf = (parent: number | undefined) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('sql-process.js'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!)
const bomb = 'WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT count(*) FROM x'

test.skipIf(process.platform === 'win32')(
  'the process of a query whose time is over is killed, and no other',
  () =>
    withVault(files, async (vault) => {
      await rowsOf(vault, 'SELECT 1')
      const [warm] = childrenOf(process.pid)
      const { error } = await vault.call('search_notes_sql', { query: bomb, timeout: 0.2 })
      expect(error).toMatchObject({ code: 'QUERY_TIMEOUT', time_limit_ms: 200 })
      expect(childrenOf(process.pid)).toEqual([])
      expect(await rowsOf(vault, 'SELECT 2 AS two')).toEqual([{ two: 2 }])
      expect(childrenOf(process.pid)).toHaveLength(1)
      expect(childrenOf(process.pid)).not.toContain(warm)
      expect((await vault.call('list_notes')).error).toBeUndefined()
    }),
)

test.skipIf(process.platform === 'win32')('no process is left when the vault closes', () =>
  withVault(files, async (vault) => {
    await rowsOf(vault, 'SELECT 1')
    expect(childrenOf(process.pid).length).toBe(1)
    const long = vault.call('search_notes_sql', { query: bomb })
    await vault.restart()
    expect((await long).error.code).toMatch(/QUERY_|UNAVAILABLE/)
    expect(childrenOf(process.pid)).toEqual([])
  }),
)

test.skipIf(process.platform === 'win32')(
  'no process is left when the server is killed in the middle of a query',
  async () => {
    const index = join(await mkdtemp(join(tmpdir(), 'flint-sql-')), 'index.sqlite')
    new Database(index).exec('CREATE TABLE x (y)').close()
    const runner = new URL('../../../dist/src/search/sql/sql-runner.js', import.meta.url)
    const code = `const { SqlRunner } = await import(${JSON.stringify(runner.href)})
    const runner = new SqlRunner()
    const run = (query) => runner.run(
      { indexFile: ${JSON.stringify(index)}, query, params: [], maxRows: 1, maxBytes: 1000 },
      { timeoutMs: 60000, signal: new AbortController().signal },
    )
    await run('SELECT 1')
    setTimeout(() => console.log('running'), 50)
    await run(${JSON.stringify(bomb)})`
    const server = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(server.stdout, 'data')
    const [child] = childrenOf(server.pid)
    expect(child).toBeDefined()
    server.kill('SIGKILL')
    await until('the process ends', () => {
      try {
        return !process.kill(child!, 0)
      } catch {
        return true
      }
    })
    await rm(dirname(index), { recursive: true })
  },
)

test('a write is seen by the next query', () =>
  withVault(files, async (vault) => {
    await rowsOf(vault, 'SELECT 1')
    await vault.call('create_note', { path: 'new.md', title: 'New', content: 'fresh' })
    expect(await rowsOf(vault, "SELECT title FROM notes WHERE id = 'new.md'")).toEqual([{ title: 'New' }])
    await vault.call('reindex_vault', { confirm: true })
    expect(await rowsOf(vault, "SELECT title FROM notes WHERE id = 'new.md'")).toEqual([{ title: 'New' }])
  }))
