import Database from 'better-sqlite3'
import type { Embedder } from '../../src/embed/embedder.ts'
import { readOwnState } from '../../src/index-db/own-model-rows.ts'
import { until } from './until.ts'
import { indexFileOf } from './with-meaning.ts'
import type { Vaults } from './with-vault.ts'
import { wordEmbedder } from './word-embedder.ts'

// Each note has three of the six words of one theme, so that any two of them come together somewhere.
const themes = [
  ['ofen', 'mehl', 'hefe', 'teig', 'brot', 'kruste'],
  ['mast', 'ruder', 'anker', 'hafen', 'kiel', 'segel'],
  ['庭園', '薔薇', '水撒', '花壇', '剪定', '球根'],
]
/** Notes of three themes, in German and Japanese: `t0` bakes, `t1` sails, `t2` gardens. */
export const themedNotes: Readonly<Record<string, string>> = Object.fromEntries(
  themes.flatMap((theme, at) =>
    theme.flatMap((one, first) =>
      theme.slice(first + 1).map((other, second) => {
        const third = theme[(first * 2 + second + 3) % theme.length] ?? ''
        return [`t${at}-${first}-${second}.md`, `${one} ${other} ${third}\n`]
      }),
    ),
  ),
)

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
