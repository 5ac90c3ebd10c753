import { expect, test } from 'vitest'
import { noChanges } from '../../src/index-db/note-record.ts'
import type { IndexDatabase } from '../../src/index-db/open-index.ts'
import { checkIndex } from '../support/dump-index.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

const pieces = (db: IndexDatabase) =>
  ['notes_fts', 'note_extra'].map((table) =>
    db.prepare(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get(),
  )
const indexes = (db: IndexDatabase) =>
  db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all()
const notesWith = (db: IndexDatabase, word: string) =>
  db.prepare('SELECT count(*) FROM notes_fts WHERE notes_fts MATCH ?').pluck().get(word)

test('of a vault that grew SQLite knows that its tables are large', () =>
  withIndex(({ db, writer }) => {
    writer.apply({ ...noChanges, notes: [recordOf('a.md', '[[b]]\n')] })
    writer.finishFilling()
    Array.from(writer.complete())
    const notes = Array.from({ length: 300 }, (_, number) => recordOf(`n${number}.md`, 'text\n'))
    writer.apply({ ...noChanges, notes })
    writer.countAgain()
    const believed = db
      .prepare("SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = 'note'")
      .pluck()
    expect(believed.get()).toBe(301)
  }))

test('a new index gets the rest of its indexes step by step, and its full text comes into one piece that says the same', () =>
  withIndex(({ file, db, writer }) => {
    // Long enough that one step is not all of it.
    const words = (note: number) => Array.from({ length: 900 }, (_, word) => `w${note}x${word}`).join(' ')
    for (let commit = 0; commit < 3; commit++) {
      const notes = Array.from({ length: 200 }, (_, index) => {
        const note = commit * 200 + index
        return recordOf(`n${note}.md`, `---\ntags: [everywhere]\n---\ncommon ${words(note)}\n`)
      })
      writer.apply({ ...noChanges, notes })
    }
    writer.finishFilling()
    expect(pieces(db)).toEqual([3, 3])
    expect([writer.isComplete, writer.isTidy]).toEqual([false, false])

    expect(Array.from(writer.complete()).length).toBeGreaterThan(10)

    expect(indexes(db)).toContain('note_by_updated')
    expect([writer.isComplete, writer.isTidy]).toEqual([true, false])

    expect(Array.from(writer.tidy()).length).toBeGreaterThan(2)

    expect(pieces(db)).toEqual([1, 1])
    expect(writer.isTidy).toBe(true)
    expect([notesWith(db, 'common'), notesWith(db, 'w599x899')]).toEqual([600, 1])
    expect(Array.from(writer.tidy())).toEqual([])
    db.close()
    expect(checkIndex(file)).toEqual([])
  }))
