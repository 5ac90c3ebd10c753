import { expect, test } from 'vitest'
import { openInMemory } from '../../src/index-db/open-index.ts'
import { toMatch } from '../../src/search/to-match.ts'

const words = (
  'wonderful wonderfully rubygems ruby rubies analyze analysis relative negative compatibility nationalism hopefulness ' +
  'relational organization conditioning activities happiness successful everything keyword playground beyond encrypted ' +
  'running planned categories logical decisiveness'
).split(' ')

test('a word is found by every beginning of it, though the index holds its stem', () => {
  const db = openInMemory()
  db.exec("CREATE VIRTUAL TABLE text USING fts5(word, tokenize='porter unicode61 remove_diacritics 2')")
  for (const word of words) db.prepare('INSERT INTO text (word) VALUES (?)').run(word)
  const find = db.prepare<[string], string>('SELECT word FROM text WHERE text MATCH ?').pluck()
  const missed = words.flatMap((word) =>
    Array.from({ length: word.length - 2 }, (_, at) => word.slice(0, at + 3))
      .filter((prefix) => !find.all(toMatch([{ text: prefix, kind: 'prefix' }], 'all')).includes(word))
      .map((prefix) => `${prefix}* ${word}`),
  )
  expect(missed).toEqual([])
  db.close()
})
