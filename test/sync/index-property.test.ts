import { existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { checkIndex, dumpIndex } from '../support/dump-index.ts'
import { indexFromNothing } from '../support/index-from-nothing.ts'
import { times } from '../support/long.ts'
import { until } from '../support/until.ts'
import { cutAll } from '../support/cut-all.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

// `FLINT_PROPERTY_RUNS=1000` looks for longer, `FC_SEED=…` elsewhere; `FLINT_PROPERTY_SHRINK=1` makes a failure shorter.
const runs = Number(process.env['FLINT_PROPERTY_RUNS'] ?? times(6, 18))
const seed = Number(process.env['FC_SEED'] ?? 1)

// Few names, so that they meet: the same in several folders, in other case, composed and decomposed.
const folders = ['', 'a', 'a/b', 'A', 'caf\u00e9', 'cafe\u0301', 'archives', '日本']
const stems = ['one', 'One', 'two', 'x.y', 'a b', '\u00e9t\u00e9', 'e\u0301te\u0301', '一', 'img']
const titles = ['One', 'two', 'The Title', '\u00c9t\u00e9', 'x.y', 'a/one', '一二三']

const busy = [
  'one.md',
  'a/one.md',
  'a/b/one.md',
  'a/b/two.md',
  'archives/two.md',
  'a/\u00e9t\u00e9.md',
] as const
const folder = fc.constantFrom(...folders)
const stem = fc.constantFrom('one', 'a', 'b', 'z')
const inFolder = (name: fc.Arbitrary<string>) =>
  fc.tuple(folder, name).map(([place, file]) => (place === '' ? file : `${place}/${file}`))
const notePath = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...busy) },
  inFolder(fc.constantFrom(...stems).map((stem) => `${stem}.md`)),
)
const filePath = inFolder(fc.constantFrom('img.png', 'one.pdf', 'board.canvas', 'IMG.PNG'))
const typePath = fc.constantFrom(...folders.slice(1)).map((place) => `${place}/_description.md`)
const anyPath = fc.oneof(
  { weight: 6, arbitrary: notePath },
  { weight: 2, arbitrary: filePath },
  { weight: 2, arbitrary: typePath },
  { weight: 2, arbitrary: fc.constantFrom(...folders.slice(1)) },
)

const target = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('one', 'two', 'One', '\u00c9t\u00e9', 'b/two', 'alias', '../one', 'one.md'),
  },
  fc.constantFrom(...stems, ...titles, 'alias', 'img.png', 'one.pdf', '../one', './two', '/a/one', 'b/one'),
  notePath,
  filePath,
)
const link = fc
  .tuple(target, fc.nat(7))
  .map(
    ([to, form]) =>
      [
        `[[${to}]]`,
        `[[${to}|shown]]`,
        `[[${to.toUpperCase()}#Part]]`,
        `![[${to}]]`,
        `[text](<${to}>)`,
        `[text](${encodeURI(to)}#part)`,
        `[ref]\n\n[ref]: <${to}>\n`,
        '[[#Part]]',
      ][form],
  )
const line = fc.oneof(
  { weight: 4, arbitrary: link },
  fc.constantFrom(...titles).map((title) => `# ${title}`),
  fc.constantFrom(
    'plain words',
    '#tag and #Tag/nested',
    '- [ ] task',
    '- [x] done ^b1',
    '検索 https://example.org/x',
  ),
)
const frontmatter = fc
  .record(
    {
      title: fc.constantFrom(...titles),
      aliases: fc.constantFrom('[alias]', '[alias, One, Alias]', 'two'),
      tags: fc.constantFrom('[a, b/c]', 'x', '[A, a]'),
      related: fc.constantFrom('"[[one]]"', '["[[two]]", "[[img.png]]"]'),
      created: fc.constantFrom('2024-01-02', '"2024-01-02T03:04:05Z"'),
      odd: fc.constantFrom('[', '{a: 1}', '12345678901234567890', '.nan', '!!binary aGk='),
    },
    { requiredKeys: [] },
  )
  .map((keys) => Object.entries(keys).map(([key, value]) => `${key}: ${value}\n`))
const text = fc
  .tuple(fc.option(frontmatter, { freq: 2 }), fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
  .map(([head, lines, end]) =>
    `${head === null ? '' : `---\n${head.join('')}---\n`}${lines.join('\n')}\n`.replaceAll('\n', end),
  )

type Step = (vault: Vaults) => Promise<unknown>
interface Operation {
  readonly name: string
  readonly run: Step
}
const operation = <T extends unknown[]>(
  name: string,
  parts: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (...args: T) => Step,
) =>
  fc.tuple(...parts).map((values) => ({
    name: `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`,
    run: run(...(values as unknown as T)),
  }))

const tool =
  (name: string, args: object): Step =>
  async ({ call, log }) => {
    const result = await call(name, args)
    if (result.error?.code === 'INTERNAL_ERROR')
      throw new Error(`${name} ${JSON.stringify(args)}: ${log.at(-1) ?? ''}`)
    return result
  }
const hashOf = async ({ call }: Vaults, id: string) =>
  (await call('get_note', { identifier: id })).content_hash

// What cannot be done (a folder in the way, nothing to rename) is no matter here.
const quietly =
  (change: Step): Step =>
  async (vault) =>
    await change(vault).catch(() => undefined)
const outside = (change: (at: (path: string) => string) => Promise<unknown>): Step =>
  quietly(({ at }) => change((path) => at(path)))

const operations: fc.Arbitrary<Operation>[] = [
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
  operation('write', [fc.oneof(notePath, filePath, typePath), text], (path, words) =>
    outside(async (at) => {
      await mkdir(dirname(at(path)), { recursive: true })
      await writeFile(at(path), words)
    }),
  ),
  operation('write canvas', [folder, fc.array(target, { maxLength: 3 }), link], (place, files, card) =>
    outside(async (at) => {
      const nodes = [...files.map((file) => ({ type: 'file', file })), { type: 'text', text: card }]
      await mkdir(at(place), { recursive: true })
      await writeFile(at(`${place}/board.canvas`), JSON.stringify({ nodes }))
    }),
  ),
  operation('write in place of a folder', [fc.constantFrom(...folders.slice(1)), text], (path, words) =>
    outside(async (at) => {
      await rm(at(path), { recursive: true, force: true })
      await writeFile(at(path), words)
    }),
  ),
  operation('append to file', [notePath, line], (path, words) =>
    outside(async (at) => {
      if (existsSync(at(path))) await appendFile(at(path), words ?? '')
    }),
  ),
  operation('rename', [fc.oneof(fc.constantFrom<string>(...busy), anyPath), anyPath], (from, to) =>
    outside(async (at) => {
      await mkdir(dirname(at(to)), { recursive: true })
      await rename(at(from), at(to))
    }),
  ),
  operation('remove', [anyPath], (path) => outside((at) => rm(at(path), { recursive: true }))),
  operation('link', [anyPath, anyPath], (from, to) => outside((at) => symlink(at(from), at(to)))),
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
