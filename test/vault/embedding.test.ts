import Database from 'better-sqlite3'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createHub } from '../../src/registry/vault-hub.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { dumpVectors } from '../support/dump-index.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { until } from '../support/until.ts'
import { embedded, indexFileOf, withMeaning } from '../support/with-meaning.ts'
import { withVaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const long = (changed = 'Seven is as it was.', parts = 12) =>
  `# Long\n${Array.from({ length: parts }, (_, index) => `## Part ${index}\n${index === 7 ? changed : `Part ${index} says so.`}\n`).join('')}`

test('changing one section of a long note embeds one chunk, moving it embeds none', async () => {
  const embedder = wordEmbedder()
  await withMeaning({ 'long.md': long(), 'work/other.md': 'Else.\n' }, embedder, async (vaults) => {
    await embedded(vaults)
    expect(embedder.seen).toHaveLength(13)
    await vaults.write('long.md', long('Seven is another now.'))
    await until('the change is embedded', () => embedder.seen.length === 14)
    expect(embedder.seen.at(-1)).toBe('Long > Part 7\nSeven is another now.')
    await mkdir(dirname(vaults.at('work/deep/x')), { recursive: true })
    await rename(vaults.at('long.md'), vaults.at('work/deep/long.md'))
    await until('the move is indexed', async () => {
      const { notes } = await vaults.call('list_notes', { sort: 'path' })
      return notes.map(({ path }: { path: string }) => path).join() === 'work/deep/long.md,work/other.md'
    })
    await embedded(vaults)
    expect(embedder.seen).toHaveLength(14)
    const found = await vaults.call('search_notes', { query: 'another seven', mode: 'semantic', limit: 1 })
    expect(found.results[0].path).toBe('work/deep/long.md')
  })
})

test('vectors equal those of an index built from nothing, and nothing is embedded twice', async () => {
  const embedder = wordEmbedder()
  await withMeaning(
    { 'a.md': long(), 'b.md': 'Gone soon.\n', 'c.md': 'Same.\n' },
    embedder,
    async (vaults) => {
      await embedded(vaults)
      const before = embedder.seen.length
      await vaults.call('create_note', { path: 'd.md', title: 'D', content: '# Plan\nNew words.\n' })
      await vaults.call('delete_note', { identifier: 'b.md', mode: 'permanent', confirm: true })
      await vaults.write('a.md', long('Changed.'))
      await until('all is embedded', () => embedder.seen.length === before + 2)
      // What is embedded is written a moment later; until then there are as many vectors, of what there was before.
      await embedded(vaults)
      expect(new Set(embedder.seen).size).toBe(embedder.seen.length)
      const file = await indexFileOf(vaults)
      await until(
        'what is gone is swept out',
        () => !dumpVectors(file).some((row) => row.includes('null')) && countRows(file) === 14,
      )
      const followed = dumpVectors(file)
      await vaults.call('reindex_vault', { confirm: true, scope: 'vectors' })
      await embedded(vaults)
      expect(dumpVectors(file)).toEqual(followed)
    },
  )
})

test('an index that an earlier version put aside, as this one had made it, gives its vectors and goes', async () => {
  const embedder = wordEmbedder()
  await withMeaning({ 'a.md': long(), 'b.md': 'Same.\n' }, embedder, async (vaults) => {
    await embedded(vaults)
    const file = await indexFileOf(vaults)
    const vectors = dumpVectors(file)
    const before = embedder.seen.length
    await vaults.restart(() => rename(file, `${file}.newer`))
    await embedded(vaults)
    expect(embedder.seen).toHaveLength(before)
    expect(dumpVectors(file)).toEqual(vectors)
    const names = () => readdir(dirname(file))
    await until('it is removed', async () => !(await names()).some((name) => name.includes('.newer')))
    expect(await names()).toContain(basename(file))
  })
})

test('one of a newer version than this stays', async () => {
  const embedder = wordEmbedder()
  await withMeaning({ 'a.md': long() }, embedder, async (vaults) => {
    await embedded(vaults)
    const file = await indexFileOf(vaults)
    const before = embedder.seen.length
    await vaults.restart(async () => {
      await rename(file, `${file}.newer`)
      const db = new Database(`${file}.newer`)
      db.pragma('user_version = 10000')
      db.close()
    })
    await embedded(vaults)
    expect(embedder.seen).toHaveLength(before)
    expect(await readdir(dirname(file))).toContain(`${basename(file)}.newer`)
  })
})

test('what no note needs goes, too, while somebody writes and something is always left to embed', async () => {
  const embedder = wordEmbedder()
  const openEmbedder = () => Promise.resolve({ kind: 'ready' as const, embedder, notice: null })
  // No note is old enough to be embedded.
  const embeddingPace = { lookEvery: 20, quietFor: 50_000, sweepEvery: 20, yieldFor: 10 }
  await withVaults(
    { main: { 'a.md': 'One.\n' } },
    async (vaults) => {
      const vault = await vaults.hub.open((await vaults.hub.find('main')).id)
      await until('the note is cut', () => passagesIn(vault.indexFile).length === 1)
      const [before] = passagesIn(vault.indexFile)
      await vaults.write('a.md', 'Two.\n')
      await until('its new text is the only one', () => {
        const passages = passagesIn(vault.indexFile)
        return passages.length === 1 && passages[0] !== before
      })
      expect(embedder.seen).toEqual([])
    },
    { openEmbedder, embeddingPace },
  )
})

test('a vault that was unmounted comes back with its vectors, even when somebody took the empty folder for it', async () => {
  const embedder = wordEmbedder()
  await withMeaning({ 'a.md': 'One.\n', 'b.md': 'Two.\n' }, embedder, async (vaults) => {
    await embedded(vaults)
    const db = new Database(await indexFileOf(vaults))
    const root = vaults.at('.')
    await rename(root, `${root} away`)
    await mkdir(root)
    const { error } = await vaults.call('list_notes')
    expect(error.code).toBe('VAULT_UNAVAILABLE')
    await vaults.call('reindex_vault', { confirm: true })
    await until('its notes are gone', async () => (await vaults.call('list_notes')).total === 0)
    // A model that is not complete is settled, and what is gone is swept out with that.
    db.exec('UPDATE model SET is_ready = 0')
    const isSettled = db.prepare('SELECT is_ready FROM model').pluck()
    await until('the vectors were settled', () => isSettled.get() === 1)
    db.close()
    await rename(`${root} away`, root)
    await until('its notes are back', async () => (await vaults.call('list_notes')).total === 2)
    await embedded(vaults)
    expect(embedder.seen).toHaveLength(2)
  })
})

test('two processes embed each passage once between them', async () => {
  const embedder = wordEmbedder()
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`n${index}.md`, `Note number ${index}.\n`]),
  )
  await withMeaning(files, embedder, async (vaults) => {
    const second = createHub({
      configFolder: `${vaults.folder}/config`,
      dataFolder: `${vaults.folder}/data`,
      cwd: vaults.folder,
      env: { HOME: vaults.folder, FLINT_CONFIG_DIR: `${vaults.folder}/config` },
      vault: null,
      openVault: (vault) =>
        openVault({
          ...vault,
          openEmbedder: () => Promise.resolve({ kind: 'ready', embedder, notice: null }),
        }),
      log: silent,
      now: () => new Date(),
    })
    try {
      const known = await second.current()
      await Promise.all([second.open(known!.id), vaults.call('get_current_vault')])
      await embedded(vaults)
      expect(embedder.seen.toSorted()).toEqual([...new Set(embedder.seen)].toSorted())
      expect(embedder.seen).toHaveLength(60)
    } finally {
      await second.close()
    }
  })
})

test('when the process that embeds is killed another one takes over', async () => {
  const embedder = wordEmbedder()
  process.env['FLINT_TEST_EMBEDDER'] = 'stuck'
  await withMeaning({ 'a.md': 'Some words.\n' }, embedder, async (vaults) => {
    await withOtherProcess(vaults.folder, async (other) => {
      await other.call('get_current_vault')
      await until('the other process holds the lease', async () => {
        const { index } = await other.call('get_vault_info', { detailed: true })
        return index.vectors === 'embedding'
      })
      await until('this one waits', async () => {
        const { index } = await vaults.call('get_vault_info', { detailed: true })
        return index.vectors === 'another process'
      })
      expect(embedder.seen).toEqual([])
      await other.kill()
      await embedded(vaults)
      expect(embedder.seen).toHaveLength(1)
    })
  }).finally(() => delete process.env['FLINT_TEST_EMBEDDER'])
})

test('damaged vectors are made anew, and words are searched meanwhile', async () => {
  const embedder = wordEmbedder()
  await withMeaning(
    { 'a.md': 'Water the roses.\n', 'b.md': 'Sweep the yard.\n' },
    embedder,
    async (vaults) => {
      await embedded(vaults)
      const db = new Database(await indexFileOf(vaults))
      db.exec(`UPDATE vector_1 SET numbers = x'00'`)
      db.close()
      const answer = await vaults.call('search_notes', { query: 'roses' })
      expect(answer.results[0].path).toBe('a.md')
      expect(answer.halves).toMatchObject({ keyword: true, semantic: false })
      expect(answer.halves.reason).toContain('damaged')
      await embedded(vaults)
      expect(await vaults.call('search_notes', { query: 'roses' })).toMatchObject({
        halves: { semantic: true },
      })
    },
  )
})

test('another model builds beside the old one, which searches until the new one is complete', async () => {
  const old = wordEmbedder({ id: 'old' })
  const next = wordEmbedder({ id: 'next', dimensions: 32 })
  let goOn: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const slow = {
    ...next,
    embed: async (texts: readonly string[], kind: 'query' | 'passage') => {
      if (kind === 'passage') await gate
      return await next.embed(texts, kind)
    },
  }
  let wanted: typeof old = old
  const byId = new Map([
    ['old', old],
    ['next', slow],
  ])
  await withVaults(
    { main: { 'a.md': 'Water the roses.\n' } },
    async (vaults) => {
      await embedded(vaults)
      await vaults.restart(async () => {
        wanted = slow
        await Promise.resolve()
      })
      await until('the new model is at work', async () => {
        const { index } = await vaults.call('get_vault_info', { detailed: true })
        return index.vectors === 'embedding' && index.model === 'next'
      })
      const meanwhile = await vaults.call('search_notes', { query: 'roses', mode: 'semantic' })
      expect(meanwhile.results).toHaveLength(1)
      expect(old.seen.at(-1)).toBe('roses')
      goOn()
      await embedded(vaults)
      const file = await indexFileOf(vaults)
      await until('the old model is gone', () => dumpVectors(file).every((row) => row.startsWith('next 1')))
      await vaults.call('search_notes', { query: 'water', mode: 'semantic' })
      expect(next.seen.at(-1)).toBe('water')
    },
    {
      openEmbedder: (id) =>
        Promise.resolve({
          kind: 'ready',
          embedder: (id === null ? undefined : byId.get(id)) ?? wanted,
          notice: null,
        }),
    },
  )
})

test('pausing stops after the batch at hand, and resuming goes on where it stopped', async () => {
  let isPaused = true
  const embedder = wordEmbedder()
  const pausing = {
    ...embedder,
    embed: async (texts: readonly string[]) => {
      if (embedder.seen.length + texts.length === 32) isPaused = true
      return await embedder.embed(texts, 'passage')
    },
  }
  await withMeaning(
    { 'long.md': long(undefined, 40) },
    pausing,
    async (vaults) => {
      const vectors = async () => (await vaults.call('get_vault_info', { detailed: true })).index
      await until('the vault is indexed', async () => (await vectors()).state === 'ready')
      // Before the first time that something is embedded, a note counts as one.
      expect(await vectors()).toMatchObject({
        vectors: 'paused',
        pending_vectors: 1,
        model: embedder.model.id,
      })
      expect(embedder.seen).toEqual([])
      isPaused = false
      await until('it pauses itself', () => isPaused)
      await until('the batch is kept', async () => (await vectors()).pending_vectors === 8)
      expect(await vectors()).toMatchObject({ vectors: 'paused' })
      expect(embedder.seen).toHaveLength(32)
      const { halves } = await vaults.call('search_notes', { query: 'part says so' })
      expect(halves.semantic).toBe(true)
      expect(embedder.seen.filter((text) => text !== 'part says so')).toHaveLength(32)
      isPaused = false
      await embedded(vaults)
      expect(new Set(embedder.seen).size).toBe(41)
    },
    { isPaused: () => Promise.resolve(isPaused) },
  )
})

test('the newest notes are embedded first', async () => {
  const embedder = wordEmbedder()
  const note = (day: number) => `---\nupdated: 2020-01-${String(day).padStart(2, '0')}\n---\nDay ${day}.\n`
  await withMeaning(
    { 'a.md': note(3), 'b.md': note(9), 'c.md': note(1), 'd.md': note(5) },
    embedder,
    async (vaults) => {
      await embedded(vaults)
      expect(embedder.seen.map((text) => text.split('\n')[1])).toEqual([
        'Day 9.',
        'Day 5.',
        'Day 3.',
        'Day 1.',
      ])
    },
  )
})

const quiet = () => undefined
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet }

function countRows(file: string): number {
  return dumpVectors(file).length
}

/** The hashes of all passages in the index. */
function passagesIn(file: string): readonly unknown[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare('SELECT hash FROM passage').pluck().all()
  } finally {
    db.close()
  }
}
