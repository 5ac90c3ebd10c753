import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { historyFileIn } from '../../src/changes/history-file.ts'
import { mendHistory } from '../../src/changes/mend-history.ts'
import type { SqliteHistory } from '../../src/changes/sqlite-history.ts'
import { begin, replacement, scribbleOnPage, withHistory } from '../support/with-history.ts'

const now = new Date('2026-03-01T12:00:00Z')

async function done(history: SqliteHistory, text = 'a\n'): Promise<string> {
  const id = await begin(history, { tool: 'test', time: now }, [replacement('a.md', text)])
  expect(history.finish(id)).toBe(true)
  return id
}

const ids = (history: SqliteHistory) =>
  history.list({ since: null, limit: 1_000, offset: 0 }).changes.map(({ id }) => Number(id))

function run(file: string, sql: string, ...values: readonly unknown[]): void {
  const db = new Database(file)
  db.pragma('foreign_keys = off')
  if (values.length === 0) db.exec(sql)
  else db.prepare(sql).run(...values)
  db.close()
}

/** Thirty changes, so long that few share a page. */
async function fill(history: SqliteHistory, file: string): Promise<void> {
  for (let at = 0; at < 30; at++) await done(history, randomBytes(1_500).toString('base64'))
  history.close()
  run(file, "UPDATE change SET tool = printf('%.3000c', 'x'), time = time || printf('%.900c', 'x')")
}

/** Damages the page in the middle of those that hold the rows of a table or index. */
async function damageMiddle(file: string, name: string): Promise<void> {
  const db = new Database(file, { readonly: true })
  const leaves = db
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
  const pages = leaves.all(name).map(Number)
  db.close()
  await scribbleOnPage(file, pages[Math.floor(pages.length / 2)] ?? 0)
}

const everywhere = ['change', 'change_by_time', 'changed_file']

test('a change that can be read is kept though each of the three lists of changes is damaged before it', () =>
  withHistory(async ({ history, folder, file, another }) => {
    await fill(history, file)
    for (const name of everywhere) await damageMiddle(file, name)
    const salvaged = await mendHistory(folder, now)
    const mended = await another()
    const kept = ids(mended)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.length).toBeLessThan(30)
    expect(kept).toEqual(expect.arrayContaining([30, 29, 28, 3, 2, 1]))
    // How many there were is not known; but the newest is there, and what was under way could only be that.
    expect(salvaged).toEqual({ kept: kept.length, lost: null, mayBeHalfDone: false })
    expect(await done(mended)).toBe('31')
  }))

test('where one of the three lists is whole it is known how many changes were lost', () =>
  withHistory(async ({ history, folder, file, another }) => {
    await fill(history, file)
    const whole = await readFile(file)
    for (const intact of everywhere) {
      const copy = join(folder, intact)
      await mkdir(copy)
      const damaged = historyFileIn(copy)
      await copyFile(file, damaged)
      for (const name of everywhere) if (name !== intact) await damageMiddle(damaged, name)
      const { kept, lost, mayBeHalfDone } = await mendHistory(copy, now)
      expect([kept + (lost ?? 0), mayBeHalfDone], intact).toEqual([30, false])
      expect(lost, intact).toBeGreaterThan(0)
    }
    expect(await readFile(file)).toEqual(whole)
    expect(ids(await another())).toHaveLength(30)
  }))

test('no id that was ever given is given again', () =>
  withHistory(async ({ history, folder, file, another }) => {
    for (const text of ['one\n', 'two\n', 'three\n']) await done(history, text)
    history.abandon(await begin(history, { tool: 'test', time: now }, [replacement('a.md', 'a\n')]))
    history.close()
    // What was abandoned is not lost, and nothing is half done for it.
    expect(await mendHistory(folder, now)).toEqual({ kept: 3, lost: 0, mayBeHalfDone: false })
    const mended = await another()
    expect(await done(mended)).toBe('5')
    mended.close()
    const forgotten = [
      ['UPDATE sqlite_sequence SET seq = 1', '6'],
      ['DELETE FROM sqlite_sequence', '7'],
    ] as const
    for (const [sql, next] of forgotten) {
      run(file, sql)
      await mendHistory(folder, now)
      const again = await another()
      expect(await done(again), sql).toBe(next)
      again.close()
    }
  }))

test('where the last id that was given cannot be read either, the next is one that none was', () =>
  withHistory(async ({ history, folder, file, another }) => {
    await fill(history, file)
    await damageMiddle(file, 'sqlite_sequence')
    const copy = join(folder, 'copy')
    await mkdir(copy)
    await copyFile(file, historyFileIn(copy))
    expect(await mendHistory(folder, now)).toEqual({ kept: 30, lost: 0, mayBeHalfDone: false })
    const mended = await another()
    expect(await done(mended)).toBe('31')
    mended.close()

    for (const name of everywhere) await damageMiddle(historyFileIn(copy), name)
    expect(await mendHistory(copy, now)).toMatchObject({ lost: null, mayBeHalfDone: true })
    await copyFile(historyFileIn(copy), file)
    const last = await another()
    const next = await done(last)
    expect(Number(next)).toBeGreaterThan(1_700_000_000)
    expect(last.find(next)).toMatchObject({ id: next, state: 'done' })
  }))

test('a damaged history is put aside as it was, with what only its log had', () =>
  withHistory(async ({ history, folder, file, another }) => {
    await done(history)
    const lost = await done(history)
    run(file, "UPDATE changed_file SET before_text = x'00' WHERE change = 2")
    expect(lost).toBe('2')
    // As it is found after the process that had it open was killed.
    const left = join(folder, 'left')
    await mkdir(left)
    for (const suffix of ['', '-wal']) await copyFile(file + suffix, historyFileIn(left) + suffix)
    const before = await Promise.all(['', '-wal'].map((suffix) => readFile(historyFileIn(left) + suffix)))
    expect(await mendHistory(left, now)).toEqual({ kept: 1, lost: 1, mayBeHalfDone: true })
    const aside = `${historyFileIn(left)}.damaged-${now.getTime()}`
    expect(await Promise.all(['', '-wal'].map((suffix) => readFile(aside + suffix)))).toEqual(before)
    expect(ids(await another())).toEqual([2, 1])
  }))

test.each([
  ['is none', 'no part'],
  ['is that of another text', '0 0\nother\n'],
])('a change of which the written part %s is lost', (_what, part) =>
  withHistory(async ({ history, folder, file, another }) => {
    for (const text of ['one\n', 'two\n', 'three\n']) await done(history, text)
    history.close()
    run(file, 'UPDATE changed_file SET written = ? WHERE change = 2', deflateRawSync(Buffer.from(part)))
    expect(await mendHistory(folder, now)).toEqual({ kept: 2, lost: 1, mayBeHalfDone: false })
    expect(ids(await another())).toEqual([3, 1])
  }),
)

/** What takes a history back to an older version, and with it what that version did not keep. */
const older = [
  ['ALTER TABLE change DROP COLUMN actor; PRAGMA user_version = 3', { afterText: 'after\n' }],
  ['ALTER TABLE changed_file DROP COLUMN written; PRAGMA user_version = 2', { afterText: null }],
  [
    `DROP INDEX change_begun; DROP INDEX change_by_undone; DROP INDEX changed_file_by_target;
    ALTER TABLE change DROP COLUMN reached; ALTER TABLE change DROP COLUMN undoes;
    ALTER TABLE change DROP COLUMN pid; ALTER TABLE changed_file DROP COLUMN mode;
    ALTER TABLE changed_file DROP COLUMN made_folder; PRAGMA user_version = 1`,
    { afterText: null, mode: null, madeFolder: null },
  ],
] as const

test.each([
  ['opened', false],
  ['mended', true],
])(
  'a history of each older version is %s with what it has, and goes on as one of this version',
  (_what, mends) =>
    withHistory(async ({ history, folder, file, another }) => {
      await done(history, 'one\n')
      history.close()
      await copyFile(file, join(folder, 'newest'))
      for (const [at, [, kept]] of older.entries()) {
        await copyFile(join(folder, 'newest'), file)
        for (const [sql] of older.slice(0, at + 1)) run(file, sql)
        if (mends) expect(await mendHistory(folder, now)).toEqual({ kept: 1, lost: 0, mayBeHalfDone: false })
        const found = await another()
        expect(await found.steps('1')).toMatchObject([{ beforeText: 'one\n', ...kept }])
        expect(found.find('1')).toMatchObject({ state: 'done', actor: null, undoneBy: null })
        const next = await begin(found, { tool: 'test', time: now, actor: 'client test', undoes: '1' }, [
          replacement('a.md', 'two\n'),
        ])
        found.finish(next)
        expect(found.find('1')).toMatchObject({ undoneBy: next })
        expect(found.find(next)).toMatchObject({ actor: 'client test', undoes: '1' })
        expect(await found.steps(next)).toMatchObject([{ afterText: 'after\n', mode: 0o644 }])
        found.close()
      }
    }),
)

test.each([
  ['DROP TABLE change', { kept: 0, lost: 1 }],
  ['ALTER TABLE change DROP COLUMN reached', { kept: 1, lost: 0 }],
  ['DROP TABLE changed_file', { kept: 0, lost: 1 }],
])('a history that lacks a part of what every one has is damaged: %s', (sql, salvaged) =>
  withHistory(async ({ history, file }) => {
    await done(history)
    run(file, sql)
    expect((await history.caringly(() => history.find('1')))?.files).toBe(salvaged.kept === 1 ? 1 : undefined)
    expect(history.damages()).toMatchObject([salvaged])
    expect(await done(history)).toBe('2')
  }),
)
