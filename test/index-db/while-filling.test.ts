import { expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { sql } from 'kysely'
import { noteCondition, noteTraits, type NoteFilter } from '../../src/index-db/note-filter.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { metadataCondition } from '../../src/search/metadata-filter.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

/** What asks each note for something that belongs to it. */
const filters: readonly NoteFilter[] = [
  ...noteTraits.map((trait) => ({ has: [trait] })),
  { tags: ['a'] },
  { not: [{ tags: ['a'] }] },
  { metadata: metadataCondition([{ key: 'status', operator: '=', value: 'open' }]) },
  { titleContains: ['a'] },
  { linksTo: [1] },
  { linkedFrom: [1] },
  { isOrphan: true },
  { hasBrokenLinks: true },
]

/** The filters for which a whole table is looked through for each note, or put in order for the one query. */
function slowFilters({ db, queries }: IndexReader): readonly NoteFilter[] {
  return filters.filter((filter) => {
    const query = sql`SELECT id FROM note WHERE ${noteCondition(filter)}`.compile(queries)
    const plan = db
      .prepare<unknown[], { id: number; parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${query.sql}`)
      .all(...query.parameters)
    // A list is made once, not for each note.
    const lists = plan.filter(({ detail }) => detail.startsWith('LIST SUBQUERY')).map(({ id }) => id)
    return plan
      .filter(({ parent }) => !lists.includes(parent))
      .some(({ detail }) => /^SCAN (?!note\b)|AUTOMATIC/.test(detail))
  })
}

test('a note that arrives while another process resolves the last links has its links resolved, and those to it', () =>
  withIndex(({ db, writer }) => {
    writer.apply({ ...noChanges, notes: [recordOf('a.md', '[[new]]\n')] })
    writer.finishFilling()
    // So far is a process that has passed these notes and not yet said that it is done.
    writer.setState('filled', 'but for links')

    new IndexWriter(db).apply({ ...noChanges, notes: [recordOf('new.md', '[[a]]\n')] })

    const links = db
      .prepare(
        `SELECT s.path AS source, t.path AS target FROM link l JOIN note s ON s.id = l.source
         LEFT JOIN note t ON t.id = l.target ORDER BY 1`,
      )
      .all()
    expect(links).toEqual([
      { source: 'a.md', target: 'new.md' },
      { source: 'new.md', target: 'a.md' },
    ])
  }))

test('no question about each note looks through a whole table, neither while an index is filled nor after', () =>
  withIndex(({ file, db, writer }) => {
    writer.apply({
      ...noChanges,
      notes: [recordOf('a.md', '[[b]] [[#Own]]\n'), recordOf('b.md', '[[nowhere]]\n')],
    })
    const reader = new IndexReader(file)
    expect(slowFilters(reader)).toEqual([])

    writer.finishFilling()

    expect(slowFilters(reader)).toEqual([])
    const targets = db.prepare('SELECT target FROM link WHERE target IS NOT NULL ORDER BY id').pluck().all()
    expect(targets).toHaveLength(2)
    reader.close()
  }))
