import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { AskedWords } from '../../src/search/asked-words.ts'
import { parseQuery } from '../../src/search/parse-query.ts'
import { rankAmong } from '../../src/search/rank-among.ts'
import { rankRelaxed } from '../../src/search/rank-keywords.ts'
import { rankedTerms } from '../../src/search/search-keywords.ts'
import { recordOf } from '../support/record-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'flint-among-'))
const file = join(folder, 'index.sqlite')
const texts = [
  '# Roof\n\nThe roof leaks; roof and gutter.\n',
  '---\ntags: [gutter]\n---\n# House\n\nA roof.\n',
  '---\naliases: [roof gutter]\n---\nNothing else.\n',
  '# Gutter\n\n## Roof\n\nA house.\n',
  '---\nowner: roof\n---\nA garden.\n',
  '図書館の屋根、図書館\n',
  '館の図書\n',
  'foo.bar-baz and foo alone\n',
  'nothing of that\n',
]
const notes = Array.from({ length: 180 }, (_, at) =>
  recordOf(
    `${at % 2 === 0 ? 'in' : 'out'}/n${at}.md`,
    `${texts[at % texts.length] ?? ''}${'more words '.repeat(at)}`,
    at,
  ),
)
let whole: IndexReader
let narrowed: IndexReader

beforeAll(() => {
  const { db } = openIndexForWriting(file)
  const writer = new IndexWriter(db)
  writer.beginFilling()
  writer.apply({ ...noChanges, notes })
  writer.finishFilling()
  Array.from(writer.complete())
  db.close()
  whole = new IndexReader(file)
  narrowed = new IndexReader(file, ['in'])
})

afterAll(() => {
  whole.close()
  narrowed.close()
  rmSync(folder, { recursive: true })
})

const questions = [
  'roof',
  'roof gutter',
  'roof gutter house',
  'gutter roof -garden',
  '"roof gutter" house',
  '図書館',
  '図書館 roof',
  'foo.bar-baz',
  'gut* roof',
  'does the roof of this house leak into a gutter beside that garden',
  'unknown',
]

test.each(questions)('some notes are ranked as among all: %s', async (question) => {
  for (const { queries } of [whole, narrowed]) {
    const { excluded, ...query } = parseQuery(question)
    const words = new AskedWords(queries, rankedTerms({ excluded, ...query }))
    const all = { words, excluded, filter: {}, limit: 1_000, offset: 0 }
    const ranked = (await rankRelaxed(queries, all, 'some')).notes
    const keys = (await queries.selectFrom('note').select('id').execute())
      .map(({ id }) => id)
      .filter((id) => id % 4 > 0)
    const expected = ranked.filter(({ id }) => keys.includes(id))
    expect(await rankAmong(queries, words, { keys, excluded })).toEqual(
      expected.map(({ id, bm25, completeness }) => ({
        id,
        bm25: expect.closeTo(bm25, 9),
        completeness,
      })),
    )
    if (question !== 'unknown') expect(expected.length).toBeGreaterThan(5)
  }
})
