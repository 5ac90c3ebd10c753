import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { openIndexForWriting, type IndexDatabase } from '../../src/index-db/open-index.ts'
import { toNoteRecord } from '../../src/sync/note-record.ts'
import { withFolder } from '../support/with-folder.ts'

/** What is asked of each note when notes are listed by it, as `note-filter.ts` asks. */
const questions = {
  'links out': 'SELECT 1 FROM link l WHERE l.source = note.id',
  'links in': 'SELECT 1 FROM link l WHERE l.target = note.id',
  names: "SELECT 1 FROM link_key k WHERE k.bearer = note.id AND k.kind = 'title'",
  addresses: 'SELECT 1 FROM url u WHERE u.note = note.id',
  tags: 'SELECT 1 FROM tag t WHERE t.note = note.id',
  properties: 'SELECT 1 FROM property p WHERE p.note = note.id',
  tasks: 'SELECT 1 FROM task t WHERE t.note = note.id',
}

function scanned(db: IndexDatabase): readonly string[] {
  return Object.entries(questions).flatMap(([name, question]) => {
    const plan = db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT id FROM note WHERE EXISTS (${question})`)
      .all()
      .map(({ detail }) => detail)
    return plan.some((step) => /^SCAN (?!note\b)/.test(step)) ? [name] : []
  })
}

test('no question about each note looks through a whole table, neither while an index is filled nor after', () =>
  withFolder({}, async (folder) => {
    const { db } = openIndexForWriting(join(folder, 'index.sqlite'))
    const writer = new IndexWriter(db, { nameBeforeTitle: false })
    writer.beginFilling()
    const record = (path: string, text: string) =>
      toNoteRecord({
        path,
        text,
        hash: `sha256:${path}`,
        stamp: { size: text.length, mtime: 1, inode: 1 },
        born: 1,
        problem: null,
      })
    writer.apply({
      ...noChanges,
      notes: [record('a.md', '[[b]] [[#Own]]\n'), record('b.md', '[[nowhere]]\n')],
    })
    expect(scanned(db)).toEqual([])

    writer.finishFilling()

    expect(scanned(db)).toEqual([])
    const targets = db.prepare('SELECT target FROM link WHERE target IS NOT NULL ORDER BY id').pluck().all()
    expect(targets).toHaveLength(2)
    db.close()
  }))
