import { watchDisk, type DiskCall } from '../support/watch-disk.ts'
import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { until } from '../support/until.ts'
import { begin, leavesOf, replacement, scribbleOnPage, withHistory } from '../support/with-history.ts'

const now = new Date('2026-03-01T12:00:00Z')
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
