import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { fileNameOf, folderOf, stemOf } from '../../src/model/note-path.ts'
import { needsShared, sharedData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'
import { brokenLaws, readGraph } from './read-graph.ts'

const vaults = join(sharedData, 'vaults')
const names = ['dendron-site', 'foam-docs', 'kepano-obsidian', 'logseq-docs', 'tasks-demo', 'ttrpg-share']

// `FLINT_LAW_STEPS=100` does as many in each vault.
const steps = Number(process.env['FLINT_LAW_STEPS'] ?? 6)

test.skipIf(!existsSync(vaults)).each(names)(
  `renames and moves leave the graph of %s as it is (${needsShared})`,
  { timeout: 20_000 + steps * 5_000 },
  (name) =>
    withVault({}, async (vault) => {
      const { call, at, log } = vault
      cpSync(join(vaults, name), at('.'), { recursive: true })
      await until(
        'it is indexed',
        async () => (await call('get_vault_info', { detailed: true })).index.state === 'ready',
        { withinMs: 60_000 },
      )
      const isObsidian = existsSync(at('.obsidian'))
      const isPart = await partOf(vault)
      const random = numbers(7)
      let graph = readGraph(at('.'), isObsidian, isPart)
      let done = 0
      for (let step = 0; step < steps; step++) {
        const notes = [...graph.keys()].filter((path) => path.endsWith('.md'))
        const folders = [...new Set(notes.map(folderOf))]
        const note = pick(notes, random)
        const other = pick(notes, random)
        const folder = pick(folders, random)
        const args =
          [
            { new_title: stemOf(other), rename_file: random() < 0.5 },
            { new_title: `New name ${step}`, rename_file: random() < 0.5 },
            { destination_directory: folder === '' ? '/' : folder },
            { to: join(folder, fileNameOf(other)) },
            { identifier: `${folderOf(note)}/`, to: `moved ${step}` },
          ][Math.floor(random() * 5)] ?? {}
        const tool = 'new_title' in args ? 'rename_note' : 'move_note'
        const result = await call(tool, { identifier: note, ...args })
        const said = `${tool} ${note} ${JSON.stringify(args)}`
        if (result.error !== undefined) {
          if (result.error.code === 'INTERNAL_ERROR') throw new Error(`${said}: ${log.at(-1) ?? ''}`)
          continue
        }
        done += 1
        const from: string = result.old_path
        const placeOf = (path: string) =>
          path === from || path.startsWith(`${from}/`) ? `${result.new_path}${path.slice(from.length)}` : path
        const after = readGraph(at('.'), isObsidian, await partOf(vault))
        expect(
          brokenLaws(graph, after, placeOf, (path) => path === from && tool === 'rename_note'),
          said,
        ).toEqual([])
        graph = after
      }
      expect(done).toBeGreaterThan(0)
    }),
)

/** What the vault takes for its own: some of these vaults leave folders out. */
async function partOf({ hub }: Vaults): Promise<(path: string) => boolean> {
  const vault = await hub.open('main' as VaultId)
  const known = await vault.query(({ db }) =>
    Promise.resolve(
      new Set(db.prepare<[], string>('SELECT path FROM note UNION SELECT path FROM file').pluck().all()),
    ),
  )
  return (path) => known.has(path)
}

/** The same numbers between 0 and 1 each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}
