import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ingestRaw } from '../../../src/tools/ingest/ingest-raw.ts'
import { openMain } from '../../support/change-files.ts'
import { until } from '../../support/until.ts'
import { withVault, type Vaults } from '../../support/with-vault.ts'

const zk = { '.zk/config.toml': '', 'raw/old.md': '# Old\n\nIt lay here before.\n' }

async function watchRaw(vaults: Vaults): Promise<void> {
  const vault = await openMain(vaults)
  vault.raw.watch((path, signal) => ingestRaw(vault, path, signal))
}

const resources = async ({ at }: Vaults) => (await readdir(at('resources')).catch(() => [])).sort()

test('a file that is dropped into raw/ becomes a note, and the next result says so', () =>
  withVault(zk, async (vaults) => {
    const { call, write, folder } = vaults
    await watchRaw(vaults)
    await until('it was looked at first', async () =>
      (await readdir(join(folder, 'data'), { recursive: true })).some((path) => path.endsWith('raw.json')),
    )
    await write('raw/paper.md', '# On paper\n\nPaper is made of wood.\n')
    await write('raw/photo.png', new Uint8Array([137, 80, 78, 71, 0, 1]))
    await until('the note is there', async () => (await resources(vaults)).length > 0)
    let notices: readonly string[] = []
    await until('a result says so', async () => {
      notices = (await call('list_notes')).notices ?? []
      return notices.length > 0
    })
    expect(notices).toEqual(['raw/paper.md was ingested: resources/on-paper.md was created.'])
    expect(await call('list_notes')).not.toHaveProperty('notices')
    const { results } = await call('search_notes', { query: 'wood' })
    expect(results.map((hit: { path: string }) => hit.path)).toEqual(['resources/on-paper.md'])
    const { notes } = await call('list_notes')
    expect(notes.map((note: { path: string }) => note.path)).toEqual(['resources/on-paper.md'])
  }))

test('a file waits while the settings of the vault cannot be read', () =>
  withVault(zk, async (vaults) => {
    const { call, write, folder, log, at } = vaults
    await watchRaw(vaults)
    await until('it was looked at first', async () =>
      (await readdir(join(folder, 'data'), { recursive: true })).some((path) => path.endsWith('raw.json')),
    )
    await write('.flint-note/config.yml', 'permissions: { write: [\n')
    await write('raw/paper.md', '# On paper\n\nPaper is made of wood.\n')
    await until('it waits', () => log.some((line) => /a file in raw\/ waits.*raw\/paper\.md/.test(line)))
    expect(await resources(vaults)).toEqual([])
    await rm(at('.flint-note/config.yml'))
    await until('it is ingested', async () => {
      await call('list_notes')
      return (await resources(vaults)).length > 0
    })
  }))

test('what cannot be ingested is told with its reason', () =>
  withVault(zk, async (vaults) => {
    const { call, write, folder } = vaults
    await watchRaw(vaults)
    await until('it was looked at first', async () =>
      (await readdir(join(folder, 'data'), { recursive: true })).some((path) => path.endsWith('raw.json')),
    )
    await write('raw/broken.txt', new Uint8Array([0, 1, 2, 3]))
    await until('it has failed', async () => {
      const { failed_ingests: failed = [] } = await call('get_vault_info', { detailed: true })
      return (
        failed.length === 1 && failed[0].path === 'raw/broken.txt' && failed[0].reason.includes('plain text')
      )
    })
    expect(await resources(vaults)).toEqual([])
  }))

test.for([
  ['{ write: ask }', 'null'],
  ['{ write: allow }', 'false'],
])('with permissions %s and watch_raw %s nothing is ingested', ([permissions, watches]) =>
  withVault(
    { ...zk, '.flint-note/config.yml': `permissions: ${permissions}\ningest: { watch_raw: ${watches} }\n` },
    async (vaults) => {
      await watchRaw(vaults)
      await vaults.write('raw/new.txt', 'New.')
      const { notes } = await vaults.call('list_notes')
      expect(notes.length).toBe(watches === 'false' ? 1 : 0)
      await vaults.restart()
      expect(await resources(vaults)).toEqual([])
    },
  ),
)

test(
  'a hundred files at once, the server killed midway, and started again: each is ingested once',
  () =>
    withVault({ '.zk/config.toml': '', 'raw/.keep': '' }, async (vaults) => {
      const { hub, folder, at } = vaults
      await hub.close()
      const names = Array.from({ length: 100 }, (_, index) => `text-${index}.txt`)
      const serve = async () => {
        const child = fork(fileURLToPath(new URL('../../fixtures/ingest-raw.mjs', import.meta.url)), [folder])
        await once(child, 'message')
        return child
      }
      const stateFiles = async () =>
        (await readdir(join(folder, 'data'), { recursive: true })).filter((path) => path.endsWith('raw.json'))
      const first = await serve()
      try {
        await until('it was looked at first', async () => (await stateFiles()).length === 1)
        await Promise.all(
          names.map((name) => writeFile(at(`raw/${name}`), `The text of ${name}, all of it.`)),
        )
        await until('some are ingested', async () => (await resources(vaults)).length >= 15)
      } finally {
        first.kill('SIGKILL')
        await once(first, 'exit')
      }
      const midway = await resources(vaults)
      expect(midway.length).toBeLessThan(100)
      const second = await serve()
      const [state = ''] = await stateFiles()
      try {
        await until(
          'all are done',
          async () => {
            const text = await readFile(join(folder, 'data', state), 'utf8')
            return [...text.matchAll(/"done"/g)].length === 100
          },
          { withinMs: 25_000 },
        )
      } finally {
        const exited = once(second, 'exit')
        second.disconnect()
        await exited
      }
      const notes = await resources(vaults)
      const sources = await Promise.all(
        notes.map(
          async (name) => /^source: (.+)$/m.exec(await readFile(at(`resources/${name}`), 'utf8'))?.[1],
        ),
      )
      expect(sources.sort()).toEqual(names.map((name) => `raw/${name}`).sort())
    }),
  60_000,
)

test('a folder of documents is nobody’s notes only where raw/ is watched', () =>
  withVault({ 'raw/a.md': '# A\n' }, async (vaults) => {
    await mkdir(vaults.at('resources'))
    expect((await vaults.call('list_notes')).notes.map((note: { path: string }) => note.path)).toEqual([
      'raw/a.md',
    ])
  }))
