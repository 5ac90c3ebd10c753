import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dumpVectors } from '../support/dump-index.ts'
import { until } from '../support/until.ts'
import { embedded, indexFileOf, withMeaning } from '../support/with-meaning.ts'
import type { Vaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const files = {
  'roses.md': '# Roses\n\nWater them.\n\n## Winter\n\nCover them.\n',
  'yard.md': 'Sweep the yard. See [[roses]].\n',
  'moss.md': 'Moss grows in the shade.\n',
}
const chunksOfAll = 4

/** A vault whose notes have vectors, and in which nothing is embedded until it goes on. */
async function withEmbedded(
  use: (
    vaults: Vaults,
    embedding: { readonly goOn: () => void; readonly seen: readonly string[] },
  ) => Promise<void>,
): Promise<void> {
  let isPaused = false
  const embedder = wordEmbedder()
  await withMeaning(
    files,
    embedder,
    async (vaults) => {
      await embedded(vaults)
      isPaused = true
      await use(vaults, {
        goOn: () => {
          isPaused = false
        },
        seen: embedder.seen,
      })
    },
    { isPaused: () => Promise.resolve(isPaused) },
  )
}

/** Search by meaning finds all there is, and knows of nothing that is missing. */
async function expectMeaning({ call }: Vaults): Promise<void> {
  const found = await call('search_notes', { query: 'moss in the yard', mode: 'semantic' })
  expect(found.halves).toEqual({ keyword: false, semantic: true })
  expect(found.results.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['moss.md', 'yard.md']),
  )
  expect(await call('find_related_notes', { identifier: 'roses.md' })).toMatchObject({
    halves: { semantic: true },
    total: 2,
  })
}

test.each(['all', 'text', 'links'])('an index that is made again (%s) keeps its vectors', (scope) =>
  withEmbedded(async (vaults) => {
    const file = await indexFileOf(vaults)
    const before = dumpVectors(file)
    expect(await vaults.call('reindex_vault', { confirm: true, scope })).toMatchObject({
      notes_indexed: scope === 'links' ? 0 : 3,
      chunks_created: scope === 'links' ? 0 : chunksOfAll,
    })
    await expectMeaning(vaults)
    expect(dumpVectors(file)).toEqual(before)
  }),
)

test('vectors that are made again answer until the new ones are there, and nothing is missing meanwhile', () =>
  withEmbedded(async (vaults, { goOn, seen }) => {
    const file = await indexFileOf(vaults)
    const before = dumpVectors(file)
    const result = await vaults.call('reindex_vault', { confirm: true, scope: 'vectors' })
    expect(result).toMatchObject({
      notes_indexed: 3,
      chunks_created: chunksOfAll,
      message: `${chunksOfAll} vectors are being made again in the background; the old ones answer until then.`,
    })
    await expectMeaning(vaults)
    expect((await vaults.call('get_vault_info', { detailed: true })).index).toMatchObject({
      chunks: chunksOfAll,
      pending_vectors: chunksOfAll,
    })
    // As for another process, or after this one was killed.
    await vaults.restart()
    await expectMeaning(vaults)
    expect(dumpVectors(file)).toEqual(before)
    const embeddedBefore = seen.length
    goOn()
    await embedded(vaults)
    expect(seen.slice(embeddedBefore)).toHaveLength(chunksOfAll)
    await until('nothing is left of the work', () => tablesOf(file).every((name) => !name.includes('again')))
    expect(dumpVectors(file)).toEqual(before)
  }))

test('a note that is new while vectors are made again is told to be missing', () =>
  withEmbedded(async (vaults) => {
    await vaults.call('reindex_vault', { confirm: true, scope: 'vectors' })
    await vaults.call('create_note', { path: 'new.md', title: 'New', content: 'Snow.\n' })
    const { halves } = await vaults.call('search_notes', { query: 'snow', mode: 'semantic' })
    expect(halves).toMatchObject({
      semantic: true,
      reason: expect.stringMatching(/^1 passage has no vector yet/),
    })
    const related = await vaults.call('find_related_notes', { identifier: 'roses.md' })
    expect(related.halves.reason).toMatch(/^1 passage has no vector yet/)
  }))

test('every note is read again after a process was killed while it did so: what it had answers meanwhile', () =>
  withEmbedded(async (vaults) => {
    const file = await indexFileOf(vaults)
    await vaults.restart(async () => {
      const db = new Database(file)
      db.prepare("UPDATE state SET value = '' WHERE name = 'reading'").run()
      db.close()
      await Promise.resolve()
    })
    await until('it has been read again', async () => {
      const { index } = await vaults.call('get_vault_info', { detailed: true })
      return index.state === 'ready'
    })
    await expectMeaning(vaults)
    expect(await vaults.call('get_backlinks', { identifier: 'roses.md' })).toMatchObject({ total: 1 })
  }))

test('while an index is made again, calls say that the old one answers, not that notes may be missing', () =>
  withEmbedded(async (vaults) => {
    const vault = await vaults.hub.open((await vaults.hub.find('main')).id)
    const told: string[] = []
    const asking = vault.index.rebuild('vectors', {
      onProgress: () => {
        const { message, isWhole } = vault.index.freshness
        told.push(`${isWhole} ${message}`)
      },
    })
    await asking
    expect(told).toEqual([
      'true The index is being made again (3 of 3 notes so far): until then the old one answers.',
    ])
    expect(vault.index.freshness.message).toBeNull()
  }))

function tablesOf(file: string): readonly string[] {
  const db = new Database(file, { readonly: true })
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
  db.close()
  return names
}
