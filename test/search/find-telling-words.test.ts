import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { IndexReader } from '../../src/index-db/index-reader.ts'
import { noChanges } from '../../src/index-db/note-record.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { findTellingWords } from '../../src/search/find-telling-words.ts'
import { recordOf } from '../support/record-of.ts'
import { withFolder } from '../support/with-folder.ts'

async function tellingWords(texts: readonly string[], asked: number): Promise<readonly string[]> {
  let words: readonly string[] = []
  await withFolder({}, async (folder) => {
    const file = join(folder, 'index.sqlite')
    const { db } = openIndexForWriting(file)
    const writer = new IndexWriter(db)
    writer.beginFilling()
    writer.apply({ ...noChanges, notes: texts.map((text, at) => recordOf(`n${at}.md`, text, at)) })
    writer.finishFilling()
    Array.from(writer.complete())
    const reader = new IndexReader(file)
    try {
      const [key = 0] = db
        .prepare<[string], number>('SELECT id FROM note WHERE path = ?')
        .pluck()
        .all(`n${asked}.md`)
      words = (await findTellingWords(reader.queries, { key, title: '' })).map(({ text }) => text)
    } finally {
      reader.close()
      db.close()
    }
  })
  return words
}

test('a word that a tenth of many notes have tells nothing, however often a note says it', async () => {
  const common = Array.from({ length: 150 }, () => 'meeting\n')
  const others = Array.from({ length: 250 }, () => 'nothing\n')
  const rare = ['meeting meeting meeting meeting greenhouse\n', 'greenhouse\n']
  expect(await tellingWords([...common, ...others, ...rare], 400)).toEqual(['greenhouse'])
})

test('where all words are common they are what there is to go by', async () => {
  const common = Array.from({ length: 150 }, () => 'meeting\n')
  expect(await tellingWords(common, 0)).toEqual(['meeting'])
})

test('of few notes no word is common', async () => {
  expect(await tellingWords(['lamp lamp oil\n', 'lamp\n', 'oil\n'], 0)).toEqual(['lamp', 'oil'])
})
