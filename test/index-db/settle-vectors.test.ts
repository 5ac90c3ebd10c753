import { expect, test } from 'vitest'
import { noChanges } from '../../src/index-db/note-record.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

test('what a note still has is not swept out while it waits to be cut', () =>
  withIndex(({ db, writer }) => {
    const count = () => db.prepare<[], number>('SELECT count(*) FROM passage').pluck().get()
    writer.apply({ ...noChanges, notes: [recordOf('a.md', 'one\n'), recordOf('b.md', 'two\n')] }, cutChunks)
    writer.finishFilling()
    expect(count()).toBe(2)

    writer.apply({ ...noChanges, notes: [recordOf('b.md', '#new two\n'), recordOf('b.md', 'two\n')] })
    writer.settleVectors(null)
    expect(count()).toBe(2)

    while (writer.cutSome(10, cutChunks) > 0);
    writer.settleVectors(null)
    expect(count()).toBe(2)

    writer.apply({ ...noChanges, removedNotes: ['b.md'] })
    writer.settleVectors(null)
    expect(count()).toBe(1)
  }))
