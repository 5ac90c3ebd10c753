import Database from 'better-sqlite3'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { IndexDatabase } from '../../src/index-db/open-index.ts'
import { OwnModelWriter } from '../../src/index-db/own-model-writer.ts'
import { readOwnModel, type OwnStep } from '../../src/index-db/own-model-rows.ts'
import { makeOwnModel } from '../../src/sync/make-own-model.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { englishEmbedder, hasOwnModel, themedNotes } from '../support/own-model.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { indexFileOf, withMeaning } from '../support/with-meaning.ts'
import type { Vaults } from '../support/with-vault.ts'

// Several times over and long, so that the model takes more room than the pages that its empty tables have.
const copies = 8
const longText = 150
const files = {
  ...Object.fromEntries(
    Object.entries(themedNotes).flatMap(([path, text]) =>
      Array.from({ length: copies }, (_, copy) => [
        path.replace('.md', `-${copy}.md`),
        text.repeat(longText),
      ]),
    ),
  ),
  'mixed.md': 'brot kruste und 薔薇 庭園\n',
}

/** The notes with the words are found meanwhile, whatever their languages, and the answer says what is missing. */
async function answersByWords({ call }: Vaults): Promise<void> {
  await until('the embedder is loaded', async () => {
    const { halves } = await call('search_notes', { query: 'brot 薔薇', mode: 'semantic', limit: 1 })
    return halves.loading !== true
  })
  for (const mode of ['auto', 'semantic']) {
    const { results, halves } = await call('search_notes', { query: 'brot 薔薇', mode, limit: 5 })
    if (mode === 'auto') expect(results[0].path).toBe('mixed.md')
    expect(JSON.stringify(halves.reason), mode).toContain("the vault's own model is not made yet")
  }
}

/** Both languages of a question, and of a note, are known. */
async function answersByMeaning({ call }: Vaults): Promise<void> {
  const ask = { query: 'brot 薔薇', mode: 'semantic', limit: 100 }
  const { results, halves } = await call('search_notes', ask)
  expect(halves.semantic).toBe(true)
  const paths = column(results, 'path').map(String)
  expect(paths).toContain('mixed.md')
  expect(paths.some((path) => path.startsWith('t0'))).toBe(true)
  expect(paths.some((path) => path.startsWith('t2'))).toBe(true)
  expect(paths.slice(0, 50).filter((path) => path.startsWith('t1'))).toEqual([])
}

function isHalfMade(db: IndexDatabase): boolean {
  const rows = db.prepare<[], number>('SELECT count(*) FROM own_model WHERE is_ready = 0').pluck().get()
  return (rows ?? 0) > 0
}

async function findIndex(folder: string): Promise<string | null> {
  const found = await readdir(join(folder, 'data'), { recursive: true })
  const path = found.find((name) => name.endsWith('index.sqlite'))
  return path === undefined ? null : join(folder, 'data', path)
}

test('a process killed while it makes the own model leaves what answers, and the next one makes it whole', () => {
  let isPaused = true
  const options = { isPaused: () => Promise.resolve(isPaused) }
  const use = async (vaults: Vaults) => {
    vi.stubEnv('FLINT_TEST_EMBEDDER', 'stuck')
    await withOtherProcess(vaults.folder, async (other) => {
      await other.call('list_notes', { limit: 1 })
      // Nothing is asked meanwhile: it would stand back for that.
      await until('it is in the middle', async () => {
        const file = await findIndex(vaults.folder)
        if (file === null) return false
        const db = new Database(file, { readonly: true })
        try {
          return isHalfMade(db)
        } finally {
          db.close()
        }
      })
      await other.kill()
    })
    const db = new Database(await indexFileOf(vaults), { readonly: true })
    expect(isHalfMade(db)).toBe(true)
    expect(readOwnModel(db)).toBe(null)
    await answersByWords(vaults)
    isPaused = false
    await hasOwnModel(vaults)
    expect(isHalfMade(db)).toBe(false)
    db.close()
    await answersByMeaning(vaults)
  }
  return withMeaning(files, englishEmbedder(), use, options).finally(() => vi.unstubAllEnvs())
})

/** Writes the steps of a model until they are done or there is no room. */
function write(db: IndexDatabase, steps: Iterable<OwnStep | null>): void {
  const writer = new OwnModelWriter(db)
  for (const step of steps) {
    if (step === null) continue
    // The vault's own thread may be writing at this moment: it is waited for.
    db.transaction(() => {
      writer.put(step)
    }).immediate()
  }
}

test('a disk that is full while the own model is written leaves what answers, and it is made once there is room', () => {
  let isPaused = true
  const options = { isPaused: () => Promise.resolve(isPaused) }
  const use = async (vaults: Vaults) => {
    await vaults.call('list_notes', { limit: 1 })
    const db = new Database(await indexFileOf(vaults))
    const fill = () => {
      // What is free within the file is room, too.
      db.exec('VACUUM')
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    }
    fill()
    expect(() => {
      write(db, makeOwnModel(db))
    }).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
    expect(isHalfMade(db)).toBe(true)
    expect(readOwnModel(db)).toBe(null)
    await answersByWords(vaults)
    isPaused = false
    await hasOwnModel(vaults)
    await answersByMeaning(vaults)
    // The one that is whole answers on while there is no room for its successor.
    fill()
    expect(() => {
      write(db, makeOwnModel(db))
      write(db, makeOwnModel(db))
    }).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }))
    expect(readOwnModel(db)).toMatchObject({ made: 1 })
    db.close()
    await answersByMeaning(vaults)
  }
  return withMeaning(files, englishEmbedder(), use, options)
})
