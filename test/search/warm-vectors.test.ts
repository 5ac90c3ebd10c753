import Database from 'better-sqlite3'
import { load } from 'sqlite-vec'
import { expect, test } from 'vitest'
import { readSigns } from '../../src/index-db/nearest-queries.ts'
import { readModels } from '../../src/index-db/vector-tables.ts'
import { OwnVectors } from '../../src/search/own-vectors.ts'
import { warmVectors } from '../../src/search/warm-vectors.ts'
import { embedded, indexFileOf, withMeaning } from '../support/with-meaning.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

test('what a first search needs is read in steps that end, however many vectors there are', () =>
  withMeaning({ 'a.md': 'Oil.\n', 'b.md': 'Rake.\n' }, wordEmbedder(), async (vaults) => {
    await embedded(vaults)
    const db = new Database(await indexFileOf(vaults))
    load(db)
    const own = new OwnVectors()
    const countSteps = () => {
      let count = 0
      for (const model of readModels(db))
        for (const step of warmVectors(db, model, { own, readSigns: () => readSigns(db, model.name) }))
          count += step === undefined ? 1 : 0
      return count
    }
    const some = countSteps()
    expect(some).toBeGreaterThan(1)
    db.exec('DELETE FROM vector_1')
    expect(countSteps()).toBeLessThan(some)
    db.close()
  }))
