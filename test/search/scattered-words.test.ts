import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { openIndexForWriting, type IndexDatabase } from '../../src/index-db/open-index.ts'
import { parseQuery } from '../../src/search/parse-query.ts'
import { findKeywords } from '../../src/search/search-keywords.ts'
import { recordOf } from '../support/record-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'flint-scattered-'))
let db: IndexDatabase
let reader: IndexReader

/** Three notes with both words together, ten with one as a tag, fifty with one of them. */
const texts = [
  ...Array.from({ length: 3 }, () => 'alpha beta\n'),
  ...Array.from({ length: 10 }, () => '---\ntags: [beta]\n---\nalpha\n'),
  ...Array.from({ length: 50 }, () => 'alpha\n'),
]

beforeAll(() => {
  db = openIndexForWriting(join(folder, 'index.sqlite')).db
  const writer = new IndexWriter(db)
  const notes = texts.map((text, number) => recordOf(`n${number}.md`, text, number))
  writer.beginFilling()
  writer.apply({ ...noChanges, notes })
  writer.finishFilling()
  Array.from(writer.complete())
  reader = new IndexReader(join(folder, 'index.sqlite'))
})

afterAll(() => {
  reader.close()
  db.close()
  rmSync(folder, { recursive: true })
})

test.each([1, 2, 3, 5, 12, 13, 100])(
  'in pages of %i each note comes once, and each says how many there are',
  async (limit) => {
    const keys: number[] = []
    for (let offset = 0; offset < texts.length; offset += limit) {
      const { hits, total } = await findKeywords(
        reader.queries,
        parseQuery('alpha beta'),
        {},
        { limit, offset },
      )
      expect(total).toBe(texts.length)
      keys.push(...hits.map(({ key }) => key))
      const whole = hits.map(({ matched }) => matched)
      expect(whole).toEqual(
        hits.map((_, index) => {
          const place = offset + index
          return place < 3 ? 'all words' : place < 13 ? 'all words, scattered' : 'some words'
        }),
      )
    }
    expect(new Set(keys).size).toBe(texts.length)
    expect(keys.length).toBe(texts.length)
  },
)
