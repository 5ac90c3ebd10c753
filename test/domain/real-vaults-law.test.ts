import { cpSync, existsSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileNameOf, folderOf, stemOf } from '../../src/model/note-path.ts'
import { times } from '../support/long.ts'
import { needsShared, sharedData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'
import { brokenLaws, readGraph } from './read-graph.ts'

const vaults = join(sharedData, 'vaults')
const names = ['dendron-site', 'foam-docs', 'kepano-obsidian', 'logseq-docs', 'tasks-demo', 'ttrpg-share']
const settings = ['without .obsidian/', 'with .obsidian/, half of it excluded'] as const
// Each vault with one of the settings; in full with each.
const cases = names
  .flatMap((name) => settings.map((setting) => ({ name, setting })))
  .filter((_, at) => [0, 3].includes(at % times(4, 1)))

// `FLINT_LAW_STEPS=100` does as many in each vault.
const steps = Number(process.env['FLINT_LAW_STEPS'] ?? times(2, 4))

test.skipIf(!existsSync(vaults)).each(cases)(
  `renames and moves leave the graph of $name $setting as it is (${needsShared})`,
  { timeout: 60_000 + steps * 10_000 },
  ({ name, setting }) =>
    withVault({}, async ({ call, at, log }) => {
      cpSync(join(vaults, name), at('.'), { recursive: true })
      rmSync(at('.obsidian'), { recursive: true, force: true })
      if (setting !== 'without .obsidian/') {
        await mkdir(at('.obsidian'))
        await writeFile(at('.obsidian/app.json'), '{"userIgnoreFilters":["/^[a-m]/"]}')
      }
      await until(
        'it is indexed',
        async () => (await call('get_vault_info', { detailed: true })).index.state === 'ready',
        { withinMs: 60_000 },
      )
      const random = numbers(7)
      let graph = readGraph(at('.'))
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
        const after = readGraph(at('.'))
        expect(
          brokenLaws(graph, after, placeOf, (path) => path === from && tool === 'rename_note'),
          said,
        ).toEqual([])
        graph = after
      }
      expect(done).toBeGreaterThan(0)
    }),
)

/** The same numbers between 0 and 1 each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}
