import Database from 'better-sqlite3'
import type { Embedder } from '../../src/embed/embedder.ts'
import { readOwnState } from '../../src/index-db/own-model-rows.ts'
import { until } from './until.ts'
import { indexFileOf } from './with-meaning.ts'
import type { Vaults } from './with-vault.ts'
import { wordEmbedder } from './word-embedder.ts'

/** Reads no language that a test's made-up words could be in, and says so: the vault's own model is alone. */
export function englishEmbedder(): Embedder {
  const embedder = wordEmbedder()
  return {
    ...embedder,
    model: { ...embedder.model, languages: 'English' },
    countTokens: (text: string) => text.length,
  }
}

/** Waits until the vault's own model knows all notes but so many. */
export async function hasOwnModel(vaults: Vaults, missing = 0): Promise<void> {
  const file = await indexFileOf(vaults)
  await until('the own model knows every note', () => {
    const db = new Database(file, { readonly: true })
    try {
      return readOwnState(db).model?.missing === missing
    } finally {
      db.close()
    }
  })
}
