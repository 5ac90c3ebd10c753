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

const noteCount = 12_000
const folder = mkdtempSync(join(tmpdir(), 'flint-common-'))
let db: IndexDatabase
let reader: IndexReader
let paths: ReadonlyMap<number, string>

/** As in a vault that was copied, many notes were updated at the same moment. */
const dayOf = (number: number) => Math.floor(number / 2_500)

/** Every tenth note is without the word, every thousandth has it in its title, and another has it as a tag alone. */
function noteOf(number: number) {
  const hasWord = number % 10 !== 0
  const isTitled = number % 1_000 === 1
  const updated = new Date(Date.UTC(2000, 0, 1) + dayOf(number) * 86_400_000).toISOString().slice(0, 10)
  const title = isTitled ? `The harbour of ${number}` : `Note ${number}`
  const tags =
    number === 5_000
      ? 'tags: [seaside, harbour]\n'
      : number === 4_000
        ? 'tags: [harbour]\n'
        : 'tags: [seaside]\n'
  const text = `---\ntitle: ${title}\nupdated: ${updated}\n${tags}---\nseaside ${hasWord ? 'harbour' : 'pier'} ${number % 7 === 0 ? 'harbour harbour lantern' : ''}\n`
  const path = number % 3_000 === 7 ? `archives/n${number}.md` : `n${number}.md`
  return recordOf(path, text, number)
}

beforeAll(() => {
  db = openIndexForWriting(join(folder, 'index.sqlite')).db
  const writer = new IndexWriter(db)
  const notes = Array.from({ length: noteCount }, (_, index) => noteOf(index + 1))
  writer.beginFilling()
  writer.apply({ ...noChanges, notes })
  writer.finishFilling()
  Array.from(writer.complete())
  reader = new IndexReader(join(folder, 'index.sqlite'))
  const rows = db.prepare<[], { id: number; path: string }>('SELECT id, path FROM note').all()
  paths = new Map(rows.map(({ id, path }) => [id, path]))
}, 60_000)

afterAll(() => {
  reader.close()
  db.close()
  rmSync(folder, { recursive: true })
})

async function find(query: string, page: { limit: number; offset: number }, filter = {}) {
  const given = { includeArchived: false, includeExcluded: false, ...filter }
  const { hits, total } = await findKeywords(reader.queries, parseQuery(query), given, page)
  return { hits, total, found: hits.map(({ key }) => paths.get(key) ?? '') }
}

/** Those with the word in the text, and outside the archive. */
const isInText = (number: number) => (number % 10 !== 0 || number % 7 === 0) && number % 3_000 !== 7
const inText = Array.from({ length: noteCount }, (_, index) => index + 1).filter(isInText)

test('a word that most notes have is looked for in titles and tags first, then the last updated come', async () => {
  const { hits, total, found } = await find('harbour', { limit: 20, offset: 0 })
  // 4,000 and 5,000 have it as a tag alone.
  expect(total).toBe(inText.length + 2)
  const titled = Array.from({ length: 12 }, (_, index) => `n${index * 1_000 + 1}.md`)
  expect(found.slice(0, 14).sort()).toEqual([...titled, 'n4000.md', 'n5000.md'].sort())
  const others = inText
    .filter((number) => number % 1_000 !== 1)
    .map((number) => ({ path: `n${number}.md`, day: dayOf(number) }))
    .sort((one, other) => other.day - one.day || (one.path < other.path ? -1 : 1))
  expect(found.slice(14)).toEqual(others.slice(0, 6).map(({ path }) => path))
  const scores = hits.map(({ score }) => score)
  expect(scores).toEqual([...scores].sort((one, other) => other - one))
  expect(hits.every(({ matched }) => matched === 'all words')).toBe(true)
})

test('its pages give every note once, none of the archive, to the last', async () => {
  const seen: string[] = []
  const { total } = await find('harbour', { limit: 1, offset: 0 })
  for (const limit of [1, 9, 90, 900, 9_000, 2_000])
    seen.push(...(await find('harbour', { limit, offset: seen.length })).found)
  expect(seen.length).toBe(total)
  expect(new Set(seen).size).toBe(total)
  expect(seen.filter((path) => path.startsWith('archives/'))).toEqual([])
  expect((await find('harbour', { limit: 10, offset: total })).found).toEqual([])
})

test('two such words count as one does', async () => {
  const { total, found } = await find('harbour note', { limit: 5, offset: 0 })
  // `note` stands in titles alone: all of them were ranked.
  expect(total).toBeGreaterThan(10_000)
  expect(found).toHaveLength(5)
})

test('a word that most titles have, or that is a tag of most notes, is ranked as ever', async () => {
  const titled = await find('note', { limit: 3, offset: 0 })
  expect(titled.total).toBe(noteCount - 12 - 4)
  // Its title tells nothing of any of them.
  expect(titled.hits.every(({ bm25 }) => bm25 > 0 && bm25 < 1)).toBe(true)
  const tagged = await find('seaside', { limit: 3, offset: 0 })
  expect(tagged.total).toBe(noteCount - 4)
  expect(tagged.hits.every(({ bm25 }) => bm25 > 0)).toBe(true)
})

test('with a filter, with a word to leave out and in the archive all are ranked as ever', async () => {
  const narrowed = await find('harbour', { limit: 3, offset: 0 }, { since: '2000-01-05 00:00:00' })
  expect(narrowed.total).toBe(inText.filter((number) => number >= 10_000).length)
  const without = await find('harbour -lantern', { limit: 3, offset: 0 })
  expect(without.total).toBe(inText.filter((number) => number % 7 !== 0).length + 2)
  const everywhere = await find('harbour', { limit: 3, offset: 0 }, { includeArchived: true })
  expect(everywhere.total).toBe(inText.length + 2 + 4)
})

test('a word of fewer notes is ranked by how often it is there', async () => {
  const { hits, total } = await find('lantern', { limit: 3, offset: 0 })
  expect(total).toBe(
    Array.from({ length: noteCount }, (_, index) => index + 1).filter((n) => n % 7 === 0 && n % 3_000 !== 7)
      .length,
  )
  expect(hits.every(({ bm25 }) => bm25 > 0)).toBe(true)
})

test('of two such words a note with one in its tags and the other in its text is found as well', async () => {
  const { total, hits } = await find('seaside harbour', { limit: 9_000, offset: inText.length - 2 })
  expect(total).toBe(inText.length + 2)
  expect(hits.map(({ matched }) => matched).at(-1)).toBe('all words, scattered')
})
