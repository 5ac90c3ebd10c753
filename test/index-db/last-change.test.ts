import { expect, test } from 'vitest'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { cutChunks } from '../../src/sync/cut-chunks.ts'
import { recordOf } from '../support/record-of.ts'
import { withIndex } from '../support/with-index.ts'

test('whoever follows the notes is told of notes, files and links, not of passages and vectors', () =>
  withIndex(({ file, db, writer }) => {
    const reader = new IndexReader(file)
    const seen = new Set([reader.lastChange()])
    expect([...seen]).toEqual([null])
    const isNews = (write: () => void) => {
      write()
      const [count, last] = [seen.size, reader.lastChange()]
      return seen.add(last).size > count
    }
    const notes = [recordOf('a.md', '[[b]]\n'), recordOf('b.md', 'two\n')]
    expect(isNews(() => writer.apply({ ...noChanges, notes }))).toBe(true)
    expect(isNews(() => writer.apply({ ...noChanges, addedFiles: ['c.png'] }))).toBe(true)
    expect(
      isNews(() => {
        writer.finishFilling()
      }),
    ).toBe(true)
    expect(isNews(() => writer.cutSome(10, cutChunks))).toBe(false)
    const hashes = db.prepare<[], string>('SELECT hash FROM passage').pluck().all()
    const vectors = hashes.map((hash) => ({ hash, vector: Float32Array.of(1, 0) }))
    expect(vectors).toHaveLength(2)
    expect(
      isNews(() => {
        writer.putVectors({ model: 'two', dimensions: 2, vectors })
      }),
    ).toBe(false)
    expect(
      isNews(() => {
        writer.settleVectors('two')
      }),
    ).toBe(false)
    expect(isNews(() => writer.apply({ ...noChanges, removedNotes: ['b.md'] }))).toBe(true)
    expect(
      isNews(() => {
        writer.markExcluded('everything')
      }),
    ).toBe(true)
    reader.close()
  }))
