import Database from 'better-sqlite3'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { identityOf } from '../../src/own-files/database-files.ts'
import { withDesk } from '../support/with-desk.ts'

const one = { 'a.md': 'a\n' }

test('an index in which no statement can be prepared is put aside, and what was open is closed', () =>
  withDesk(one, async ({ desk, told, scan, again }) => {
    expect(told).toEqual(['open null false'])
    await scan()
    const { db } = desk.index
    desk.index.startAnew()
    expect(db.open).toBe(false)
    expect(told.at(-1)).toBe('open damaged false')
    for (const damage of ['state', 'note_body']) {
      desk.index.db.exec(`DROP TABLE ${damage}`)
      desk.index.file.close()
      rmSync(`${desk.options.indexFile}.damaged`, { force: true })
      await again({}, async (next) => {
        expect(next.told).toEqual(['open damaged false'])
        expect(existsSync(`${desk.options.indexFile}.damaged`)).toBe(true)
        expect(await next.scan()).toEqual({ read: 1, removed: 0 })
      })
      desk.index.file.follow()
    }
  }))

test('an index whose state cannot be read is put aside', () =>
  withDesk(one, async ({ desk, rows, scan, again }) => {
    await scan()
    await desk.index.settle()
    const page = Number(rows("SELECT rootpage FROM sqlite_schema WHERE name = 'state'")[0])
    const pageSize = Number(desk.index.db.pragma('page_size', { simple: true }))
    desk.index.file.close()
    const file = openSync(desk.options.indexFile, 'r+')
    writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
    closeSync(file)
    await again({}, async (next) => {
      expect(next.told).toEqual(['open damaged false'])
      expect(await next.scan()).toEqual({ read: 1, removed: 0 })
    })
    desk.index.file.follow()
  }))

test('an index that another process has made anew meanwhile is not put aside', () =>
  withDesk(one, async ({ desk, scan }) => {
    await scan()
    const { db } = desk.index
    for (const end of ['', '-wal', '-shm']) rmSync(`${desk.options.indexFile}${end}`)
    const other = openIndexForWriting(desk.options.indexFile).db
    const identity = identityOf(desk.options.indexFile)
    desk.index.file.replace()
    expect(identityOf(desk.options.indexFile)).toBe(identity)
    expect(existsSync(`${desk.options.indexFile}.damaged`)).toBe(false)
    expect(db.open).toBe(false)
    other.close()
  }))

test('an index can be opened while another connection makes indexes', () =>
  withDesk(one, async ({ desk, scan, again }) => {
    await scan()
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the connection, below
    const { prepare } = Database.prototype
    let failures = 0
    const failing = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
      this: Database.Database,
      sql: string,
    ) {
      // As SQLite says it when another connection has just added an index.
      if (sql.includes('notes_fts') && ++failures < 10)
        throw new Database.SqliteError('vtable constructor failed: notes_fts', 'SQLITE_SCHEMA')
      return prepare.call(this, sql)
    })
    try {
      await again({}, (next) => {
        expect(next.told).toEqual(['open null true'])
        return Promise.resolve()
      })
    } finally {
      failing.mockRestore()
    }
    expect(existsSync(`${desk.options.indexFile}.damaged`)).toBe(false)
  }))

test('one that was deleted is closed before another is made; what is no file at all is left as it is', () =>
  withDesk(one, async ({ desk, again }) => {
    const { db } = desk.index
    rmSync(desk.options.indexFile)
    desk.index.file.follow()
    expect(db.open).toBe(false)
    desk.index.file.close()
    rmSync(desk.options.indexFile)
    mkdirSync(desk.options.indexFile)
    writeFileSync(`${desk.options.indexFile}/mine.txt`, '')
    await expect(again({}, () => Promise.resolve())).rejects.toThrow('unable to open')
    expect(existsSync(`${desk.options.indexFile}/mine.txt`)).toBe(true)
  }))
