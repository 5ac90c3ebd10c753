import { watchDisk } from '../support/watch-disk.ts'
import Database from 'better-sqlite3'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isHistoryDamage, mendedFileIn, NotAsWritten, openHistory } from '../../src/changes/history-file.ts'
import { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { version } from '../support/change-files.ts'
import { begin, replacement, scribbleOnPage, withHistory } from '../support/with-history.ts'

const origin = { tool: 'test', time: new Date('2026-03-01T12:00:00Z') }
const steps = [replacement('a.md', 'a\n')]

async function done(history: SqliteHistory): Promise<string> {
  const id = await begin(history, origin, steps)
  history.finish(id)
  return id
}

const ids = (history: SqliteHistory) =>
  history.list({ since: null, limit: 1_000, offset: 0 }).changes.map(({ id }) => id)

function run(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

const some: unknown = expect.anything()

/** What is told, what helps, and what it comes from. */
const unavailable = (
  message: string,
  hint: string,
  { cause }: { readonly cause: unknown } = { cause: some },
) =>
  expect.objectContaining({
    code: 'INDEX_UNAVAILABLE',
    message: expect.stringContaining(message),
    facts: { hint: expect.stringContaining(hint) },
    cause,
  })

test('a damaged history that cannot be put aside is said to be that, until it can be', () =>
  withHistory(async ({ history, file, folder, another }) => {
    const kept = await done(history)
    const lost = await done(history)
    run(file, `UPDATE changed_file SET before_text = x'00' WHERE change = ${lost}`)
    const unreadable = expect.objectContaining({
      message: 'A text cannot be read.',
      cause: expect.objectContaining({ code: expect.stringMatching(/^Z_/) }),
    })
    const told = ['is damaged and is about to be put aside', 'Repeat the call in a few seconds'] as const
    await expect(history.steps(lost)).rejects.toThrow(unavailable(...told, { cause: unreadable }))
    expect([history.isDamaged, history.needsCare]).toEqual([true, true])
    const inTheWay = `${mendedFileIn(folder)}.draft`
    mkdirSync(inTheWay)
    for (const care of [() => history.open(), () => history.caringly(() => history.find(kept))])
      await expect(care()).rejects.toThrow(unavailable('is damaged and cannot be put aside', 'Make room'))
    expect(() => history.find(kept)).toThrow(unavailable(...told, { cause: undefined }))
    expect(history.damages()).toEqual([])
    rmdirSync(inTheWay)
    expect(await history.caringly(() => ids(history))).toEqual([kept])
    expect([history.isDamaged, history.needsCare]).toEqual([false, false])
    expect(history.damages()).toMatchObject([{ kept: 1, lost: 1 }])
    expect(ids(await another())).toEqual([kept])
  }))

test('a damaged history that could not be put aside, and that somebody has removed then, is told as lost', () =>
  withHistory(async ({ history, file, folder }) => {
    const lost = await done(history)
    run(file, "UPDATE changed_file SET before_text = x'00'")
    await expect(history.steps(lost)).rejects.toThrow('damaged')
    const inTheWay = `${mendedFileIn(folder)}.draft`
    mkdirSync(inTheWay)
    await expect(history.open()).rejects.toThrow('cannot be put aside')
    rmSync(file)
    rmdirSync(inTheWay)
    await history.open()
    expect(ids(history)).toEqual([])
    expect(history.damages()).toMatchObject([{ kept: 0, lost: null }])
  }))

test('the log is told under which name a damaged history was put aside, and how much of it was kept', () =>
  withHistory(async ({ history, file, folder }) => {
    const lost = await done(history)
    await done(history)
    run(file, `UPDATE changed_file SET before_text = x'00' WHERE change = ${lost}`)
    const told: unknown[] = []
    const none = () => null
    const error = (...what: readonly unknown[]) => void told.push(what)
    const other = new SqliteHistory(folder, { debug: none, info: none, warn: none, error })
    await other.open()
    await other.caringly(() => other.verify())
    other.close()
    const [damage] = history.damages()
    expect(told).toEqual([
      ['the change history was damaged and was put aside', { file: damage?.file, kept: 1, lost: 1 }],
    ])
  }))

test('work that fails for another reason than damage is not done again, and nothing is put aside', () =>
  withHistory(async ({ history }) => {
    let times = 0
    const failing = history.caringly(() => {
      times += 1
      throw new Error('of its own')
    })
    await expect(failing).rejects.toThrow('of its own')
    expect([times, history.isDamaged, history.damages()]).toEqual([1, false, []])
  }))

test('a history of which another process has put the damaged file aside is opened, not put aside again', () =>
  withHistory(async ({ history, file, another }) => {
    const kept = await done(history)
    const lost = await done(history)
    const other = await another()
    run(file, `UPDATE changed_file SET before_text = x'00' WHERE change = ${lost}`)
    for (const one of [history, other]) await expect(one.steps(lost)).rejects.toThrow('damaged')
    await other.open()
    await history.open()
    expect([ids(history), ids(other)]).toEqual([[kept], [kept]])
    expect(history.damages()).toHaveLength(1)
    expect([history.needsCare, other.needsCare]).toEqual([false, false])
  }))

test('where a history is removed while it is open, an empty one takes its place that gives no id again', () =>
  withHistory(async ({ history, file }) => {
    expect(await done(history)).toBe('1')
    expect(history.needsCare).toBe(false)
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    expect(history.needsCare).toBe(true)
    await history.open()
    expect(ids(history)).toEqual([])
    expect(history.damages()).toMatchObject([{ kept: 0, lost: null }])
    expect(Number(await done(history))).toBeGreaterThan(1_700_000_000)
  }))

test('where its log is deleted while it is open, nothing in it is lost, and others see what comes after', () =>
  withHistory(async ({ history, file, another }) => {
    const before = await done(history)
    rmSync(`${file}-wal`)
    rmSync(`${file}-shm`)
    expect(history.needsCare).toBe(true)
    await history.open()
    const after = await done(history)
    expect(history.needsCare).toBe(false)
    expect(ids(await another())).toEqual([after, before])
  }))

test('what SQLite refuses is said to be a matter of the history, and a write that it refuses to be kept is named so', () =>
  withHistory(async ({ history, file }) => {
    const id = await done(history)
    run(file, "CREATE TRIGGER no_more BEFORE UPDATE ON change BEGIN SELECT raise(ABORT, 'no'); END")
    run(file, "CREATE TRIGGER no_new BEFORE INSERT ON change BEGIN SELECT raise(ABORT, 'no'); END")
    expect(() => history.finish(id)).toThrow(unavailable('cannot be read or written', 'Check the free space'))
    await expect(history.record(origin, steps)).rejects.toMatchObject({
      message: 'The history cannot keep what would be replaced, so that nothing was written.',
      facts: { hint: expect.stringContaining('Check the free space') },
      cause: { message: 'no' },
    })
    expect([history.isDamaged, ids(history)]).toEqual([false, [id]])
  }))

test('an error that is not of the history rises as it is, and what was begun with it is taken back', () =>
  withHistory(async ({ history }) => {
    const id = await begin(history, origin, steps)
    const failing = Object.assign([0], {
      toJSON() {
        throw new Error('of its own')
      },
    })
    expect(() => {
      history.keep(id, failing)
    }).toThrow(/^of its own$/)
    expect(history.begun()).toMatchObject([{ id, files: 1 }])
  }))

test('a history that another program is writing to is named as busy, once it has been waited for', () =>
  withHistory(async ({ history, file }) => {
    const id = await done(history)
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    const busy = unavailable('Another program keeps', 'Close the program')
    expect(() => history.finish(id)).toThrow(busy)
    await expect(history.record(origin, steps)).rejects.toThrow(busy)
    other.exec('ROLLBACK')
    other.close()
    expect(history.finish(id)).toBe(true)
  }))

const sqlite = (message: string, code = 'SQLITE_ERROR') => new Database.SqliteError(message, code)

test.each<readonly [Error, boolean]>([
  [new NotAsWritten('A text is not the one that was written.'), true],
  [sqlite('database disk image is malformed', 'SQLITE_CORRUPT'), true],
  [sqlite('no such table: change'), true],
  [sqlite('no such column: reached'), true],
  [sqlite('trigger says: no such table'), false],
  [new Error('no such table: change'), false],
  [sqlite('database is locked', 'SQLITE_BUSY'), false],
  [sqlite('database or disk is full', 'SQLITE_FULL'), false],
])('of an error it is known whether a history is damaged: %s', (error, isDamage) => {
  expect(isHistoryDamage(error)).toBe(isDamage)
})

test('what is kept as a hash and is none is not given out as one', () =>
  withHistory(async ({ history, file }) => {
    const id = await done(history)
    run(
      file,
      "UPDATE changed_file SET before_text = NULL, written = NULL, before_hash = 'odd', after_hash = ''",
    )
    expect(await history.steps(id)).toMatchObject([{ beforeHash: null, afterHash: null }])
  }))

test('a history that another program keeps to itself for a moment is opened once it is free', () =>
  withHistory(async ({ history, file }) => {
    const id = await done(history)
    history.close()
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    // The first attempt is made before this returns.
    const opening = history.open()
    other.exec('ROLLBACK')
    other.close()
    await opening
    expect(ids(history)).toEqual([id])
  }))

test('where a drive allows no write-ahead log, SQLite itself waits for the disk with each change', () => {
  // One in memory has none either.
  const db = openHistory(':memory:')
  expect(db.pragma('journal_mode', { simple: true })).toBe('memory')
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
  db.close()
})

const ofLaterVersion = unavailable('was written by a newer flint', 'Update this flint')

test('a history that a newer flint has written is refused and left as it is', () =>
  withHistory(async ({ history, folder, file, another }) => {
    await done(history)
    history.close()
    run(file, 'ALTER TABLE change RENAME TO later; PRAGMA user_version = 99')
    const [there, bytes] = [readdirSync(folder), readFileSync(file)]
    await expect(another()).rejects.toThrow(ofLaterVersion)
    expect(readFileSync(file)).toEqual(bytes)
    expect(readdirSync(folder)).toEqual(there)
  }))

test.each([
  ['and renames what is read', 'ALTER TABLE change RENAME COLUMN reached TO later'],
  ['and changes nothing of what is read', 'CREATE TABLE later (id INTEGER)'],
])(
  'a history that a newer flint migrates while it is open %s is neither written to nor put aside',
  (_what, sql) =>
    withHistory(async ({ history, folder, file }) => {
      const id = await done(history)
      run(file, `PRAGMA user_version = 99; ${sql}`)
      if (sql.startsWith('ALTER'))
        await expect(history.caringly(() => history.find(id))).rejects.toThrow(ofLaterVersion)
      await expect(history.open()).rejects.toThrow(ofLaterVersion)
      expect(readdirSync(folder).filter((name) => /new|damaged/.test(name))).toEqual([])
    }),
)

test('what the disk does not take is not kept, and no write goes on that needs it', () =>
  withHistory(async ({ history }) => {
    const id = await history.record(origin, steps)
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const before = ({ name }: { readonly name: string }) => {
      if (name === 'sync') throw full
    }
    await watchDisk({ before }, async () => {
      await expect(history.synced()).rejects.toMatchObject({
        code: 'INDEX_UNAVAILABLE',
        message: expect.stringMatching(/is full\. The history cannot keep what would be replaced/),
        cause: full,
      })
    })
    expect(history.begun()).toMatchObject([{ id }])
  }))

test.each([
  ['its beginning', 1, 0],
  ['the list of its tables', 1, 100],
])('a history that goes bad in %s while it is closed is put aside when it is opened', (_what, page, from) =>
  withHistory(async ({ history, file, another }) => {
    await done(history)
    history.close()
    await scribbleOnPage(file, page, from, 500)
    const found = await another()
    expect(found.damages()).toMatchObject([{ kept: 0, lost: null, mayBeHalfDone: true }])
    expect([ids(found), found.needsCare]).toEqual([[], false])
    await found.verify()
  }),
)

test('a move that leaves the text as it was keeps no text, and one that changes it both', () =>
  withHistory(async ({ history }) => {
    const moved = (path: string, before: string, text: string) => ({
      change: { kind: 'move' as const, path, to: `new/${path}`, before: version(before), text },
      ...{ after: version(text).hash, mode: 0o600, madeFolder: null },
    })
    const id = await begin(history, origin, [moved('a.md', 'same\n', 'same\n'), moved('b.md', 'b\n', 'B\n')])
    expect(await history.steps(id)).toMatchObject([
      { movedTo: 'new/a.md', beforeText: null, afterText: null, afterHash: version('same\n').hash },
      { movedTo: 'new/b.md', beforeText: 'b\n', afterText: 'B\n' },
    ])
  }))

/** Puts an older copy of a history in the place of the one in use, which others keep open. */
function putBack(file: string, copy: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(copy, file)
}

test('an id that was given out means no other change after an older history was put back', () =>
  withHistory(async ({ history, file, another, log }) => {
    const other = await another()
    expect(await done(history)).toBe('1')
    run(file, `VACUUM INTO '${file}.copy'`)
    run(file, `VACUUM INTO '${file}.later'`)
    expect([await done(history), await done(other), await done(other)]).toEqual(['2', '3', '4'])
    const given = new Set(['1', '2', '3', '4'])
    for (const copy of ['copy', 'later']) {
      putBack(file, `${file}.${copy}`)
      expect([history.needsCare, other.needsCare]).toEqual([true, true])
      for (const one of [history, other, history]) {
        await one.open()
        expect(one.find('2')).toBeNull()
        const id = await done(one)
        expect(given).not.toContain(id)
        given.add(id)
      }
    }
    expect(log).toContain('another change history has taken the place of the one in use')
  }))

test('so it is where an older history was written into the file in use', () =>
  withHistory(async ({ history, file, another }) => {
    const other = await another()
    await done(other)
    const last = await done(other)
    // As each second.
    expect(history.isCutOff()).toBe(false)
    run(file, `DELETE FROM change WHERE id = ${last}; UPDATE sqlite_sequence SET seq = 1`)
    await history.open()
    expect(Number(await done(history))).toBeGreaterThan(Number(last))
  }))
