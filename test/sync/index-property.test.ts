import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { times } from '../support/long.ts'
import { until } from '../support/until.ts'
import { cutAll } from '../support/cut-all.ts'
import {
  anyPath,
  folder,
  folders,
  line,
  notePath,
  filePath,
  operation,
  type Operation,
  outside,
  outsideOperations,
  stem,
  type Step,
  text,
  titles,
} from '../support/vault-operations.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

// `FLINT_PROPERTY_RUNS=1000` looks for longer, `FC_SEED=…` elsewhere; `FLINT_PROPERTY_SHRINK=1` makes a failure shorter.
const runs = Number(process.env['FLINT_PROPERTY_RUNS'] ?? times(6, 18))
const seed = Number(process.env['FC_SEED'] ?? 1)

const tool =
  (name: string, args: object): Step<Vaults> =>
  async ({ call, log }) => {
    const result = await call(name, args)
    if (result.error?.code === 'INTERNAL_ERROR')
      throw new Error(`${name} ${JSON.stringify(args)}: ${log.at(-1) ?? ''}`)
    return result
  }
const hashOf = async ({ call }: Vaults, id: string) =>
  (await call('get_note', { identifier: id })).content_hash

const operations: readonly fc.Arbitrary<Operation<Vaults>>[] = [
  operation('create_note', [notePath, fc.constantFrom(...titles), text], (path, title, content) =>
    tool('create_note', { path, title, content }),
  ),
  operation('create_note in directory', [folder, fc.constantFrom(...titles)], (directory, title) =>
    tool('create_note', { directory, title, content: 'See [[One]].', tags: ['made'] }),
  ),
  operation(
    'update_note',
    [notePath, text],
    (identifier, content) => async (vault) =>
      tool('update_note', { identifier, content, content_hash: await hashOf(vault, identifier) })(vault),
  ),
  operation(
    'update_note metadata',
    [notePath, fc.constantFrom(...titles)],
    (identifier, title) => async (vault) =>
      tool('update_note', {
        identifier,
        metadata: { title, aliases: ['alias'] },
        content_hash: await hashOf(vault, identifier),
      })(vault),
  ),
  operation('append_to_note', [notePath, line], (identifier, content) =>
    tool('append_to_note', { identifier, content: content ?? '' }),
  ),
  operation('upsert_note', [notePath, line], (identifier, content) =>
    tool('upsert_note', { identifier, content: content ?? '' }),
  ),
  operation('delete_note', [notePath, fc.constantFrom('archive', 'trash', 'permanent')], (identifier, mode) =>
    tool('delete_note', { identifier, mode, confirm: true }),
  ),
  operation(
    'rename_note',
    [notePath, fc.constantFrom(...titles), fc.boolean()],
    (identifier, title, isFile) => tool('rename_note', { identifier, new_title: title, rename_file: isFile }),
  ),
  operation('move_note', [fc.oneof(notePath, filePath), folder], (identifier, place) =>
    tool('move_note', { identifier, destination_directory: place === '' ? '/' : place }),
  ),
  operation(
    'move_note of a folder',
    [fc.constantFrom(...folders.slice(1)), folder, stem],
    (from, place, name) =>
      tool('move_note', { identifier: `${from}/`, to: place === '' ? name : `${place}/${name}` }),
  ),
  operation('list_notes', [folder], (directory) => tool('list_notes', { directory })),
  operation('reindex_vault', [fc.constantFrom('links', 'all')], (scope) =>
    tool('reindex_vault', { scope, confirm: true }),
  ),
  ...outsideOperations,
  operation('look', [], () => caughtUp),
  operation('begin to embed', [], () => async ({ hub }) => {
    cutAll((await hub.open('main' as VaultId)).indexFile)
  }),
  operation('restart', [fc.tuple(notePath, text), anyPath], ([path, words], removed) => async (vault) => {
    const change = outside(async (at) => {
      await rm(at(removed), { recursive: true, force: true })
      await mkdir(dirname(at(path)), { recursive: true })
      await writeFile(at(path), words)
    })
    await vault.restart(async () => {
      await change(vault)
    })
  }),
]

test(
  `after any operations the index equals one built from nothing (seed ${seed})`,
  { timeout: runs * 8_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.dictionary(notePath, text, { minKeys: 3, maxKeys: 8 }),
        fc.array(fc.oneof(...operations), { minLength: 4, maxLength: 24 }),
        async (isObsidian, notes, steps) => {
          const settings = isObsidian ? { '.obsidian/app.json': '{}' } : {}
          await withVault({ ...notes, ...settings, ...staying }, async (vault) => {
            for (const { run } of steps) await run(vault)
            await expectIndexOfNothing(vault)
          })
        },
      ),
      {
        seed,
        numRuns: runs,
        endOnFailure: process.env['FLINT_PROPERTY_SHRINK'] === undefined,
        reporter: (details) => {
          if (!details.failed) return
          const [isObsidian, notes, steps] = details.counterexample ?? [false, {}, []]
          const trace = steps.map(({ name }) => name).join('\n  ')
          throw new Error(
            `seed ${details.seed}, path ${details.counterexamplePath ?? ''}, obsidian ${isObsidian}, ${JSON.stringify(notes)}\n  ${trace}\n${String(details.errorInstance instanceof Error ? details.errorInstance.stack : details.errorInstance)}`,
          )
        },
      },
    )
  },
)

/** Of a vault that has lost all of its notes nothing is believed. */
const staying = { 'always there.md': 'Nothing happens to it.\n' }

let markers = 0

/** Waits until a note that an editor wrote just now is found, and with it everything before. */
async function caughtUp({ at, call }: Vaults): Promise<void> {
  const name = `marker${++markers}`
  await call('get_tags')
  await writeFile(at(`${name}.md`), name)
  await until(
    'the watcher tells of the marker',
    async () => (await call('search_notes', { query: name })).total === 1,
  )
  await rm(at(`${name}.md`))
  await until(
    'the watcher tells that it is gone',
    async () => (await call('search_notes', { query: name })).total === 0,
  )
}

async function expectIndexOfNothing({ hub, folder, log }: Vaults): Promise<void> {
  const vault = await hub.open('main' as VaultId)
  const expected = await indexFromNothing(vault, join(folder, 'other data'))
  let found: readonly string[] = []
  const agrees = () => {
    cutAll(vault.indexFile)
    found = dumpIndex(vault.indexFile)
    return Promise.resolve(found.join('\n') === expected.join('\n'))
  }
  const said = await until('the indexes agree', agrees, { withinMs: 30_000 }).then(
    () => 'agree',
    () => 'disagree',
  )
  if (said === 'disagree') {
    expect({
      'only in the index': found.filter((row) => !expected.includes(row)),
      'missing in it': expected.filter((row) => !found.includes(row)),
    }).toEqual({ 'only in the index': [], 'missing in it': [] })
  }
  const { indexFile } = vault
  await hub.close()
  expect(checkIndex(indexFile)).toEqual([])
  expect(log.filter((entry) => /^(?:warn|error)/.test(entry)).join('\n')).toBe('')
}
