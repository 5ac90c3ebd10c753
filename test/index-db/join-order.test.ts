import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { findNearest, readSigns, scoreNotes } from '../../src/index-db/nearest-queries.ts'
import { IndexQueries, IndexReader } from '../../src/index-db/index-reader.ts'
import { findLinks } from '../../src/index-db/link-queries.ts'
import { noteCondition } from '../../src/index-db/note-filter.ts'
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
  return lists.map((statement) => planOf(db, statement)[0]?.detail ?? '')
}

function planOf(db: IndexDatabase, statement: string) {
  const count = statement.split('?').length - 1
  return db
    .prepare<unknown[], { id: number; parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    .all(...Array.from({ length: count }, () => '[]'))
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

test('who links to a note, or is linked from it, is listed once and not asked of each note', () =>
  withIndex(({ file, writer }) => {
    const notes = Array.from({ length: 50 }, (_, number) => recordOf(`n${number}.md`, '[[n0]] [[n1]]\n'))
    writer.apply({ ...noChanges, notes })
    writer.finishFilling()
    Array.from(writer.complete())

    const reader = new IndexReader(file)
    for (const filter of [{ linksTo: [1] }, { linksTo: [1, 2] }, { linkedFrom: [1, 2] }]) {
      const query = sql`SELECT id FROM note WHERE ${noteCondition(filter)}`.compile(reader.queries)
      const plan = planOf(reader.db, query.sql)
      const looks = plan.filter(({ detail }) => /^\w+ l\b/.test(detail))
      const within = looks.map(({ parent }) => plan.find(({ id }) => id === parent)?.detail ?? 'each note')
      expect(within, JSON.stringify(plan)).toEqual(looks.map(() => expect.stringMatching(/^LIST SUBQUERY/)))
      expect(looks).not.toEqual([])
    }
    reader.db.close()
  }))

test('a definition is compared with the links of its own note, however many lead to the other', () =>
  withIndex(async ({ file, db, writer }) => {
    const text = '[[n0]] [a][n0]\n\n[n0]: n0.md\n'
    const notes = Array.from({ length: 50 }, (_, number) => recordOf(`n${number}.md`, text))
    writer.apply({ ...noChanges, notes })
    writer.finishFilling()
    Array.from(writer.complete())
    db.exec("UPDATE sqlite_stat1 SET stat = '100 50' WHERE idx = 'link_by_source'")
    db.exec("UPDATE sqlite_stat1 SET stat = '100 2' WHERE idx = 'link_by_target'")

    const reader = openIndexForReading(file)
    const prepare = vi.spyOn(reader, 'prepare')
    const queries = new IndexQueries(reader, false)
    await findLinks(queries, { kind: 'seen-to', note: 1 }, { limit: 10, offset: 0 })
    const statements = prepare.mock.calls.map(([statement]) => statement)
    const looks = statements
      .filter((statement) => statement.includes('wikilink'))
      .flatMap((statement) => planOf(reader, statement))
      .filter(({ detail }) => /^\w+ wikilink\b/.test(detail))
    expect(looks.map(({ detail }) => detail)).toEqual([
      'SEARCH wikilink USING INDEX link_by_source (source=?)',
      'SEARCH wikilink USING INDEX link_by_source (source=?)',
    ])
    reader.close()
  }))
