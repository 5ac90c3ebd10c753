import { expect, test } from 'vitest'
import { readSomePaths } from '../../src/index-db/indexed-state.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

test('of many notes some are picked from beginning to end, of few all, and of any at least one', () =>
  withIndex(({ db, writer }) => {
    expect(readSomePaths(db, 5)).toEqual([])
    const notes = Array.from({ length: 40 }, (_, number) => recordOf(`n${number + 10}.md`, `${number}\n`))
    writer.apply({ ...noChanges, notes }, cutChunks)
    expect(readSomePaths(db, 4)).toEqual(['n19.md', 'n29.md', 'n39.md', 'n49.md'])
    expect(readSomePaths(db, 100)).toHaveLength(40)
    // Keys need not follow one another.
    writer.apply({ ...noChanges, removedNotes: notes.slice(0, -1).map(({ path }) => path) }, cutChunks)
    expect(readSomePaths(db, 4)).toEqual(['n49.md'])
  }))
