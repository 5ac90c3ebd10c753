import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { OwnModelWriter } from '../../src/index-db/own-model-writer.ts'
import { readOwnModel, readOwnState } from '../../src/index-db/own-model-rows.ts'
import { nextForOwnModel } from '../../src/vault/own-model-work.ts'
import { englishEmbedder, hasOwnModel, themedNotes as notes } from '../support/own-model.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withMeaning } from '../support/with-meaning.ts'

test('a vault learns which of its words belong together, in any language, and answers in capitals too', () =>
  withMeaning(notes, englishEmbedder(), async (vaults) => {
    await hasOwnModel(vaults)
    for (const query of ['brot', 'BROT', '薔薇']) {
      const { results } = await vaults.call('search_notes', {
        query,
        mode: 'semantic',
        limit: 15,
        explain: true,
      })
      const theme = query === '薔薇' ? 't2' : 't0'
      expect(results).toHaveLength(15)
      expect(column(results, 'path').filter((path) => !String(path).startsWith(theme))).toEqual([])
      expect(
        results.every(
          ({ explanation }: { explanation: { own: number | null } }) => (explanation.own ?? 0) > 0,
        ),
      ).toBe(true)
    }
  }))

test('a new note is folded in, and one that is gone is not found', () =>
  withMeaning(notes, englishEmbedder(), async (vaults) => {
    await hasOwnModel(vaults)
    await vaults.call('create_note', { path: 'new.md', title: 'Neu', content: 'hefe kruste mehl\n' })
    await vaults.call('delete_note', { identifier: 't0-0-0.md', mode: 'permanent', confirm: true })
    await until('the new note is found, and the other is not', async () => {
      const { results } = await vaults.call('search_notes', { query: 'kruste', mode: 'semantic', limit: 30 })
      const paths = column(results, 'path')
      return paths.includes('new.md') && !paths.includes('t0-0-0.md')
    })
  }))

test('notes near to a German one are found by what the vault taught itself, and so for several', () =>
  withMeaning(notes, englishEmbedder(), async (vaults) => {
    await hasOwnModel(vaults)
    for (const args of [{ identifier: 't0-0-0.md' }, { identifiers: ['t0-0-0.md', 't0-1-2.md'] }]) {
      const { related, halves } = await vaults.call('find_related_notes', { ...args, limit: 12 })
      expect(halves.semantic).toBe(true)
      expect(related).toHaveLength(12)
      expect(column(related, 'path').filter((path) => !String(path).startsWith('t0'))).toEqual([])
    }
  }))

test('a model is made of enough notes, folds new ones in, and is made anew when a fifth is other', () => {
  const model = { notes: 100, kept: 100, folded: 0, missing: 0 }
  expect(nextForOwnModel({ notes: 29, model: null })).toBe('nothing')
  expect(nextForOwnModel({ notes: 30, model: null })).toBe('make')
  expect(nextForOwnModel({ notes: 100, model })).toBe('nothing')
  expect(nextForOwnModel({ notes: 101, model: { ...model, missing: 1 } })).toBe('fold')
  expect(nextForOwnModel({ notes: 100, model: { ...model, kept: 80, folded: 20 } })).toBe('nothing')
  expect(nextForOwnModel({ notes: 100, model: { ...model, kept: 79, folded: 20, missing: 1 } })).toBe('make')
  expect(nextForOwnModel({ notes: 121, model: { ...model, folded: 20, missing: 1 } })).toBe('make')
})

test('while a model is being made the old one answers, and one that was never finished is made again', () => {
  const db = new Database(':memory:')
  db.exec(migrations.join('\n'))
  db.exec(`INSERT INTO note (id, path, title, type, filename, body_line, metadata, hash, size, mtime, inode, created,
    updated, words, lines) VALUES (1, 'a.md', 'A', '', 'a', 1, '{}', 'now', 1, 1, 1, '', '', 1, 1)`)
  const writer = new OwnModelWriter(db)
  const vector = { note: 1, hash: 'now', whole: Uint8Array.of(1), windows: null }
  const make = (isFinished: boolean) => {
    writer.put({ kind: 'begin', dimensions: 1, notes: 1 })
    writer.put({ kind: 'terms', terms: [{ term: 'one', numbers: Uint8Array.of(1) }] })
    writer.put({ kind: 'vectors', vectors: [vector, { ...vector, note: 2 }, { ...vector, hash: 'before' }] })
    if (isFinished) writer.put({ kind: 'finish' })
  }
  make(false)
  expect(readOwnModel(db)).toBe(null)
  make(true)
  expect(readOwnModel(db)).toMatchObject({ made: 1 })
  make(false)
  expect(readOwnModel(db)).toMatchObject({ made: 1 })
  make(true)
  expect(readOwnModel(db)).toMatchObject({ made: 2 })
  expect(readOwnState(db).model).toEqual({ notes: 1, kept: 1, folded: 0, missing: 0 })
  const tables = ['own_model', 'own_term_0', 'own_term_1', 'own_vector_0', 'own_vector_1']
  const rows = tables.map((name) => db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0)
  expect(rows[0]).toBe(1)
  expect(rows.slice(1).reduce((sum, count) => sum + count, 0)).toBe(2)
  db.close()
})
