import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { isStopWord } from '../../src/search/stop-words.ts'

const folder = new URL('../fixtures/paraphrases/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8').trim().split('\n')
const notes = read('corpus.jsonl').map(
  (line) => JSON.parse(line) as { _id: string; title: string; text: string },
)
const questions = read('queries.jsonl').map((line) => JSON.parse(line) as { _id: string; text: string })
const judged = read('qrels.tsv')
  .slice(1)
  .map((line) => line.split('\t'))

test('the paraphrases are sixty pairs or more over six themes, each question with one note', () => {
  expect(judged.length).toBeGreaterThanOrEqual(60)
  expect(new Set(notes.map(({ _id }) => _id.split('-')[0])).size).toBe(6)
  expect(judged.map(([question]) => question)).toEqual(questions.map(({ _id }) => _id))
  expect(judged.map(([, note]) => note)).toEqual(notes.map(({ _id }) => _id))
})

test('a question and its note share no content word, not even by its stem', () => {
  const db = new Database(':memory:')
  db.exec("CREATE VIRTUAL TABLE text USING fts5(words, tokenize='porter unicode61 remove_diacritics 2')")
  const add = db.prepare('INSERT INTO text (rowid, words) VALUES (?, ?)')
  for (const [index, { title, text }] of notes.entries()) add.run(index + 1, `${title} ${text}`)
  const find = db.prepare('SELECT rowid FROM text WHERE text MATCH ? AND +rowid = ?')
  const shared = questions.flatMap(({ text }, index) =>
    (text.match(/\p{L}+/gu) ?? [])
      .filter((word) => !isStopWord(word) && find.get(`"${word}"`, index + 1) !== undefined)
      .map((word) => `${text}: ${word}`),
  )
  db.close()
  expect(shared).toEqual([])
})
