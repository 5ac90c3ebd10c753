import { expect, test, vi } from 'vitest'
import { findNearest, readSigns, scoreNotes } from '../../src/index-db/nearest-queries.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { openIndexForReading, type IndexDatabase } from '../../src/index-db/open-index.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

/** Of each statement that is prepared while `run` runs and is given a list: what is looked through first. */
function outermost(db: IndexDatabase, run: () => unknown): readonly string[] {
  const prepare = vi.spyOn(db, 'prepare')
  run()
  const statements = prepare.mock.calls.map(([statement]) => statement)
  prepare.mockRestore()
  const lists = statements.filter((statement) => statement.includes('json_each'))
  return lists.map((statement) => {
    const count = statement.split('?').length - 1
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    return plan.all(...Array.from({ length: count }, () => '[]'))[0]?.detail ?? ''
  })
}

test('notes are counted without a look at their texts', () =>
  withIndex(({ file }) => {
    const reader = openIndexForReading(file)
    const plan = reader.prepare<[], { detail: string }>('EXPLAIN QUERY PLAN SELECT count(*) FROM notes').all()
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SCAN (?:n|note)\b/)])
    reader.close()
  }))

test('a list of notes or passages is read once, also where SQLite takes the tables for small', () =>
  withIndex(({ file, db, writer }) => {
    const notes = Array.from({ length: 50 }, (_, number) => recordOf(`n${number}.md`, `text ${number}\n`))
    writer.apply({ ...noChanges, notes }, cutChunks)
    writer.finishFilling()
    const hashes = db.prepare<[], string>('SELECT hash FROM passage').pluck().all()
    const vectors = hashes.map((hash, at) => ({ hash, vector: Float32Array.from([1, at]) }))
    writer.putVectors({ model: 'two', dimensions: 2, vectors })
    Array.from(writer.complete())
    db.exec("UPDATE sqlite_stat1 SET stat = '1 1 1' WHERE tbl IN ('chunk', 'note', 'passage', 'vector_1')")

    const reader = openIndexForReading(file)
    reader.function('vec_distance_cosine', { varargs: true }, () => 0.5)
    const vector = Float32Array.from([1, 1])
    const condition = { sql: '1', parameters: [], isBroad: true }
    const query = { model: 'two', vector, condition, limit: 5 }
    const signs = readSigns(reader, 'two')
    expect(findNearest(reader, query, signs)).toHaveLength(5)
    expect(outermost(reader, () => findNearest(reader, query, signs))).toEqual([
      'SCAN chosen VIRTUAL TABLE INDEX 1:',
      'SCAN chosen VIRTUAL TABLE INDEX 1:',
    ])
    expect(outermost(reader, () => scoreNotes(reader, { ...query, notes: [1, 2] }))).toEqual([
      'SCAN wanted VIRTUAL TABLE INDEX 1:',
    ])
    reader.close()
  }))
