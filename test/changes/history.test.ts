import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { damagedFileIn, describeDamage, noteDamage } from '../../src/changes/history-damage.ts'
import { historyFileIn, mendedFileIn, openHistoryFile } from '../../src/changes/history-file.ts'
import { mendHistory } from '../../src/changes/mend-history.ts'
import { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'
import { begin, leavesOf, replacement, scribbleOnPage, withHistory } from '../support/with-history.ts'

const now = new Date('2026-03-01T12:00:00Z')
const silent = { debug: () => null, info: () => null, warn: () => null, error: () => null }
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
/** A text of so many bytes once it is packed. */
const incompressible = (bytes: number) => randomBytes(bytes).toString('base64')

async function done(history: SqliteHistory, text: string, time = now): Promise<string> {
  const id = await begin(history, { tool: 'test', time: time }, [replacement('a.md', text)])
  expect(history.finish(id)).toBe(true)
  return id
}

const ids = (history: SqliteHistory) =>
  history.list({ since: null, limit: 1_000, offset: 0 }).changes.map(({ id }) => id)

function countRows(file: string, table: string): number {
  const db = new Database(file, { readonly: true })
  const count = Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
  db.close()
  return count
}

test('texts go with the changes that kept them', () =>
  withHistory(async ({ history, file }) => {
    await done(history, 'old\n', daysAgo(50))
    history.abandon(await begin(history, { tool: 'test', time: now }, [replacement('b.md', 'b\n')]))
    history.prune({ maxAgeDays: 40, maxSizeMb: 1 }, now)
    expect(countRows(file, 'changed_file')).toBe(0)
  }))

test('what is recorded is on disk before anybody is told so', () =>
  withHistory(async ({ history, file }) => {
    const recorded: number[] = []
    const before = ({ name, path }: DiskCall) => {
      if (name === 'sync' && path === `${file}-wal`) recorded.push(countRows(file, 'changed_file'))
    }
    const beginOne = () => begin(history, { tool: 'test', time: now }, [replacement('a.md', 'a\n')])
    const { promise: disk, resolve: goOn } = Promise.withResolvers<undefined>()
    const beginning = watchDisk({ before, hold: () => disk }, beginOne)
    await until('the log is synced', () => recorded.length > 0)
    expect(await Promise.race([beginning, pause(20, 'it waits')])).toBe('it waits')
    goOn(undefined)
    expect(await beginning).toBe('1')
    expect(recorded).toEqual([1])
  }))

test('a history that another program keeps to itself is not put aside, and is opened once it is free', () =>
  withHistory(async ({ history, folder, file }) => {
    const id = await done(history, 'a\n')
    history.close()
    const other = new Database(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    await expect(history.open()).rejects.toMatchObject({
      code: 'INDEX_UNAVAILABLE',
      message: 'Another program keeps the change history of this vault to itself.',
    })
    other.exec('ROLLBACK')
    other.close()
    expect((await readdir(folder)).filter((name) => name.includes('damaged'))).toEqual([])
    await history.open()
    expect(ids(history)).toEqual([id])
  }))

/** Changes of which each has pages of its own. */
async function fill(history: SqliteHistory, count: number): Promise<readonly string[]> {
  const made: string[] = []
  for (let at = 0; at < count; at++) made.push(await done(history, `${at} ${incompressible(6_000)}`))
  return made
}

test('whichever page is bad, what can be read is kept under its id, the rest is counted, and it goes on', () =>
  withHistory(async ({ history, folder, file, another }) => {
    const made = await fill(history, 12)
    history.close()
    await copyFile(file, `${folder}/whole`)
    const pages = Number(new Database(file, { readonly: true }).pragma('page_count', { simple: true }))
    let losses = 0
    for (let page = 1; page <= pages; page++) {
      await copyFile(`${folder}/whole`, file)
      await scribbleOnPage(file, page)
      const mended = await another()
      await mended.caringly(() => mended.verify())
      const kept = ids(mended).reverse()
      expect(made, `page ${page}`).toEqual(expect.arrayContaining(kept))
      for (const id of kept) expect(await mended.steps(id)).toHaveLength(1)
      const [damage] = mended.damages()
      if (kept.length < made.length) {
        losses += 1
        expect(damage?.kept, `page ${page}`).toBe(kept.length)
        expect([made.length - kept.length, null]).toContain(damage?.lost)
      }
      // An id that somebody has written down never becomes that of another change.
      expect(Number(await done(mended, 'next\n'))).toBeGreaterThan(Number(made.at(-1)))
      mended.close()
    }
    expect(losses).toBeGreaterThan(10)
  }))

test('the log of a damaged history is put aside with it, and read with it', () =>
  withHistory(async ({ history, folder, file, another }) => {
    const made = await fill(history, 5)
    history.close()
    // As long as another process has the file open, what was written last is in its log alone.
    const other = await another()
    const late = await done(other, 'late\n')
    await scribbleOnPage(file, leavesOf(file, 'changed_file')[2] ?? 0)
    const found = await another()
    await found.caringly(() => found.verify())
    const names = await readdir(folder)
    const [aside = ''] = names.filter((name) => /damaged-\d+$/.test(name))
    expect(names).toContain(`${aside}-wal`)
    const kept = ids(found)
    expect(kept).toContain(late)
    expect(kept.length).toBeLessThan(made.length + 1)
    expect(found.damages()).toMatchObject([
      { file: `vaults/key/${aside}`, kept: kept.length, lost: made.length + 1 - kept.length },
    ])
  }))

test('a text that is garbled where SQLite sees nothing is found before it is given back', () =>
  withHistory(async ({ history, file, another, log }) => {
    const made = await fill(history, 6)
    history.close()
    const db = new Database(file)
    const text = Buffer.from('something else')
    db.prepare('UPDATE changed_file SET before_text = ? WHERE change = ?').run(text, made[2])
    db.close()
    const found = await another()
    await expect(found.steps(made[2] ?? '')).rejects.toThrow('damaged')
    expect(found.isDamaged).toBe(true)
    await found.open()
    expect(ids(found)).toEqual(made.filter((_, at) => at !== 2).reverse())
    expect(found.damages()).toMatchObject([{ kept: 5, lost: 1, mayBeHalfDone: false }])
    expect(log).toContain('the change history was damaged and was put aside')
  }))

test.each([
  ['the texts of a change that is under way', 'changed_file'],
  ['the newest change', 'change'],
])('where %s cannot be read it is said that files may be half changed', (_what, table) =>
  withHistory(async ({ history, file, another }) => {
    await fill(history, 3)
    await begin(history, { tool: 'test', time: now }, [replacement('a.md', incompressible(6_000))])
    history.close()
    for (const page of leavesOf(file, table).slice(-2)) await scribbleOnPage(file, page)
    const found = await another()
    await found.caringly(() => found.verify())
    expect(found.damages()).toMatchObject([{ mayBeHalfDone: true }])
  }),
)

test('another process that has the damaged file open goes on with the one in its place', () =>
  withHistory(async ({ history, file, another }) => {
    const made = await fill(history, 4)
    history.close()
    const [one, other] = [await another(), await another()]
    await scribbleOnPage(file, leavesOf(file, 'changed_file')[1] ?? 0)
    await one.caringly(() => one.verify())
    expect(ids(one).length).toBeLessThan(made.length)
    expect(other.needsCare).toBe(true)
    await other.open()
    const next = await done(other, 'next\n')
    expect(ids(one)).toContain(next)
    expect(other.damages()).toHaveLength(1)
  }))

test.each<[string, string, object, readonly string[]]>([
  ['all can be read', '', { kept: 3, lost: 0, mayBeHalfDone: false }, ['3', '2', '1']],
  [
    'one has a state that nobody knows',
    "UPDATE change SET state = 'odd' WHERE id = 2",
    { kept: 2, lost: 1, mayBeHalfDone: false },
    ['3', '1'],
  ],
  [
    'the newest has a state that nobody knows',
    "UPDATE change SET state = 'odd' WHERE id = 3",
    { kept: 2, lost: 1, mayBeHalfDone: true },
    ['2', '1'],
  ],
  [
    'one that is under way has lost its steps',
    "UPDATE change SET state = 'begun' WHERE id = 2; DELETE FROM changed_file WHERE change = 2",
    { kept: 2, lost: 1, mayBeHalfDone: true },
    ['3', '1'],
  ],
  [
    'a text is not the one that was replaced',
    'UPDATE changed_file SET before_hash = after_hash WHERE change = 1',
    { kept: 2, lost: 1, mayBeHalfDone: false },
    ['3', '2'],
  ],
  [
    'a text is not the one that was written',
    'UPDATE changed_file SET after_hash = before_hash WHERE change = 1',
    { kept: 2, lost: 1, mayBeHalfDone: false },
    ['3', '2'],
  ],
  [
    'a step is there and its change is not',
    'PRAGMA foreign_keys = off; DELETE FROM change WHERE id = 1',
    { kept: 2, lost: 1, mayBeHalfDone: false },
    ['3', '2'],
  ],
])('where %s, the rest of a history is kept with its texts and its ids', (_what, sql, salvaged, kept) =>
  withHistory(async ({ history, folder, file, another }) => {
    for (const text of ['one\n', 'two\n', 'three\n']) await done(history, text)
    history.close()
    const db = new Database(file)
    db.exec(sql)
    db.close()
    // Whoever was killed over this before has left these.
    for (const name of ['new', 'new.draft', 'new-wal']) await writeFile(`${file}.${name}`, 'half of it')
    expect(await mendHistory(folder, now)).toEqual(salvaged)
    const mended = await another()
    expect(ids(mended)).toEqual(kept)
    await mended.verify()
    for (const id of kept) expect(await mended.steps(id)).toMatchObject([{ afterText: 'after\n' }])
    expect(await done(mended, 'next\n')).toBe('4')
    expect(mended.damages()).toEqual([
      { ...salvaged, time: now.toISOString(), file: `vaults/key/history.sqlite.damaged-${now.getTime()}` },
    ])
    const names = await readdir(folder)
    expect(names.filter((name) => name.includes('.new'))).toEqual([])
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
  }),
)

test('damaged histories are told the newest first, and one without a record as one of which nothing is known', () =>
  withHistory(async ({ history, folder, file }) => {
    for (const time of [1_000, 3_000, 2_000]) await writeFile(damagedFileIn(folder, new Date(time)), '')
    await noteDamage(damagedFileIn(folder, new Date(2_000)), { kept: 1, lost: 2, mayBeHalfDone: false })
    for (const name of ['damaged-x', 'other']) await writeFile(`${file}.${name}`, '')
    expect(
      history.damages().map(({ time, ...rest }) => [new Date(time).getTime(), rest.kept, rest.lost]),
    ).toEqual([
      [3_000, 0, null],
      [2_000, 1, 2],
      [1_000, 0, null],
    ])
    expect(history.damages().map(({ mayBeHalfDone }) => mayBeHalfDone)).toEqual([true, false, true])
  }))

test.each([
  [0, null, 'no change before that could be read, and none can be undone'],
  [1, 0, '1 change was kept, and none is known to be lost'],
  [2, null, '2 changes were kept, and others could not be read and cannot be undone'],
  [0, 3, '0 changes were kept, and 3 could not be read and cannot be undone'],
])('of a damaged history with %d kept and %d lost it is said what that means', (kept, lost, words) => {
  const damage = { time: now.toISOString(), file: 'vaults/key/it', kept, lost }
  const start = `The change history was damaged and was put aside on 2026-03-01 12:00 UTC: ${words}.`
  const end = "The damaged file is vaults/key/it in flint's data folder."
  const half = 'A change that was under way may be among them: then its files may be half changed.'
  expect(describeDamage({ ...damage, mayBeHalfDone: false })).toBe(`${start} ${end}`)
  expect(describeDamage({ ...damage, mayBeHalfDone: true })).toBe(`${start} ${half} ${end}`)
})

test('what a process was killed over takes the place of the history, and none that is there', () =>
  withHistory(async ({ history, folder, file, another }) => {
    const id = await done(history, 'a\n')
    history.close()
    await rename(file, mendedFileIn(folder))
    const found = await another()
    expect(ids(found)).toEqual([id])
    found.close()
    await writeFile(mendedFileIn(folder), 'half of it')
    expect(ids(await another())).toEqual([id])
  }))

test('a history is its user’s alone, waits a second for others and leaves it to us when its log is synced', () =>
  withFolder({}, async (top) => {
    const folder = join(top, 'made/for it')
    const db = await openHistoryFile(folder)
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'cache_size'].map(
      (name) => db.pragma(name, { simple: true }),
    )
    db.close()
    expect(settings).toEqual(['wal', 1, 1, 1_000, -1_000])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(historyFileIn(folder))).mode & 0o777).toBe(0o600)
  }))

test('a history that is closed or in no place where one can be is said not to open, and keeps nothing', () =>
  withHistory(async ({ history, folder }) => {
    const closed = { code: 'INDEX_UNAVAILABLE', message: expect.stringContaining('cannot be opened') }
    history.close()
    await history.synced()
    expect(() => history.find('1')).toThrow(expect.objectContaining(closed))
    await writeFile(join(folder, 'file'), '')
    const nowhere = new SqliteHistory(join(folder, 'file'), silent)
    await expect(nowhere.open()).rejects.toMatchObject({
      code: 'INDEX_UNAVAILABLE',
      message: expect.stringContaining('cannot be written'),
    })
    const recording = nowhere.record({ tool: 'test', time: now }, [replacement('a.md', 'a\n')])
    await expect(recording).rejects.toThrow('cannot keep what would be replaced')
  }))
