import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VaultId } from '../../src/model/ids.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { hashFiles } from '../support/hash-files.ts'
import { times } from '../support/long.ts'
import { withVault, type Files, type Vaults } from '../support/with-vault.ts'
import { brokenLaws, readGraph, type GraphSource } from './read-graph.ts'

// `FLINT_LAW_RUNS=1000` looks for longer, `FC_SEED=…` elsewhere; `FLINT_PROPERTY_SHRINK=1` makes a failure shorter.
const runs = Number(process.env['FLINT_LAW_RUNS'] ?? times(5, 12))
const seed = Number(process.env['FC_SEED'] ?? 1)

// Few names, so that they meet.
const folders = ['', 'a', 'a/b', 'c', 'd d']
const stems = [
  'one',
  'two',
  'Three',
  'x.y',
  'a b',
  '\u00e9t\u00e9',
  'e\u0301te\u0301',
  '100% (a)',
  "it's",
  'a+b&c',
]
const titles = ['one', 'One', 'Two', 'Other', 'a/one', 'C# [x]', '\u00c9t\u00e9', 'three']

const inFolder = (name: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...folders), name)
    .map(([folder, file]) => (folder === '' ? file : `${folder}/${file}`))
const notePath = inFolder(fc.constantFrom(...stems).map((stem) => `${stem}.md`))
const filePath = inFolder(fc.constantFrom('img.png', 'one.pdf', 'two'))

const target = fc.oneof(
  { weight: 3, arbitrary: notePath },
  { weight: 3, arbitrary: notePath.map((path) => path.slice(0, -3)) },
  { weight: 2, arbitrary: fc.constantFrom(...stems, ...stems, ...titles, 'alias', 'uno') },
  { weight: 2, arbitrary: notePath.map((path) => `../${path}`) },
  fc.constantFrom(...stems).map((stem) => `./${stem}.md`),
  notePath.map((path) => `/${path}`),
  filePath,
  filePath.map((path) => `../${path}`),
  fc.constantFrom('img.png', './one.pdf'),
)
const encoded = (to: string) =>
  encodeURI(to).replaceAll('#', '%23').replaceAll('(', '%28').replaceAll(')', '%29')
const plain = (to: string) => to.replace(/[[\]#|]/g, '')
const link = fc
  .tuple(target, fc.nat(12))
  .map(
    ([to, form]) =>
      [
        `[[${plain(to)}]]`,
        `[[ ${plain(to)} |shown]]`,
        `[[${plain(to).toUpperCase()}#Part|x]]`,
        `![[${plain(to)}#^b1]]`,
        `[text](<${to.replaceAll('#', '%23').replaceAll('%', '%25')}>)`,
        `[text](${encoded(to)}#part "title")`,
        `![alt](${encoded(to)})`,
        `[ref]\n\n[ref]: <${to.replaceAll('%', '%25').replaceAll('#', '%23')}>\n`,
        `| a | [[${plain(to)}\\|shown]] |\n|---|---|\n`,
        `\`[[${plain(to)}]]\` and <!-- [[${plain(to)}]] --> and #tag`,
        `> - [[${plain(to)}]] [[#Part]] [x](#part)`,
        `[![i](${encoded(to)})](${encoded(to)})`,
        `%%\n# Hidden\n\n- [ ] [[${plain(to)}]]\n%% %%[x](<${to.replaceAll('#', '%23').replaceAll('%', '%25')}>)%%`,
      ][form] ?? '',
  )
const head = fc
  .record(
    {
      title: fc.constantFrom(...titles).map((title) => JSON.stringify(title)),
      aliases: fc.constantFrom('[alias]', '[alias, one]', 'uno'),
      up: target.map((to) => JSON.stringify(`[[${plain(to)}]]`)),
      down: target.map((to) => `'[[${plain(to).replaceAll("'", "''")}|x]]'`),
      updated: fc.constant('2020-01-01'),
    },
    { requiredKeys: [] },
  )
  .map((keys) => Object.entries(keys).map(([key, value]) => `${key}: ${value}\n`))
const text = fc
  .tuple(
    fc.option(head, { freq: 2 }),
    fc.option(fc.constantFrom(...titles), { freq: 2 }),
    fc.array(link, { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([keys, title, links, end]) => {
    const start = keys === null ? '' : `---\n${keys.join('')}---\n`
    return `${start}${title === null ? '' : `# ${title}\n\n`}${links.join('\n\n')}\n`.replaceAll('\n', end)
  })
const canvas = fc
  .tuple(fc.array(fc.oneof(notePath, filePath), { maxLength: 3 }), fc.array(link, { maxLength: 2 }))
  .map(([files, cards]) =>
    JSON.stringify(
      {
        nodes: [
          ...files.map((file) => ({ type: 'file', file, subpath: '#Part' })),
          ...cards.map((card) => ({ type: 'text', text: `"${card}"` })),
        ],
      },
      null,
      '\t',
    ),
  )

const operation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      tool: fc.constant('rename_note'),
      identifier: notePath,
      new_title: fc.constantFrom(...titles, ...stems),
      rename_file: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      tool: fc.constant('move_note'),
      identifier: fc.oneof({ weight: 4, arbitrary: notePath }, filePath, inFolder(fc.constant('b.canvas'))),
      destination_directory: fc.constantFrom('/', ...folders.slice(1)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ tool: fc.constant('move_note'), identifier: notePath, to: notePath }) },
  fc.record({
    tool: fc.constant('move_note'),
    identifier: fc.constantFrom('a/', 'a/b/', 'c/', 'd d/'),
    destination_directory: fc.constantFrom('/', ...folders.slice(1)),
  }),
  fc.record({
    tool: fc.constant('move_note'),
    identifier: fc.constantFrom('a/', 'a/b/', 'c/', 'd d/'),
    to: fc.constantFrom('z', 'c/z', 'a/z', 'b'),
  }),
)

const kinds = {
  obsidian: { '.obsidian/app.json': '{}' },
  // Half of the notes are excluded, which makes no difference to links.
  excluded: { '.obsidian/app.json': '{"userIgnoreFilters":["a/","/one/"]}' },
  zk: { '.zk/config.toml': '' },
  plain: {},
} as const

/** Numbers for the places of an operation in the vault that is there by then: names alone would seldom fit. */
const vault = fc.record({
  kind: fc.constantFrom('obsidian', 'excluded', 'zk', 'plain'),
  notes: fc.dictionary(notePath, text, { minKeys: 4, maxKeys: 9 }),
  files: fc.dictionary(filePath, fc.constant('bytes'), { maxKeys: 3 }),
  canvases: fc.dictionary(inFolder(fc.constant('b.canvas')), canvas, { maxKeys: 2 }),
  operations: fc.array(fc.tuple(operation, fc.nat()), { minLength: 4, maxLength: 10 }),
})

test(
  `after any rename or move the graph of links is the same, and nothing else has changed (seed ${seed})`,
  { timeout: runs * 10_000 },
  async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(vault, async ({ kind, notes, files, canvases, operations }) => {
        const all: Files = { ...files, ...notes, ...canvases, ...kinds[kind] }
        await withVault(withoutClashes(all), async (vaults) => {
          let graph = readGraph(vaults.at('.'))
          for (const [{ tool, ...args }, pick] of operations) {
            const identifier = await fitting(vaults, args.identifier, pick)
            const next = await expectLaw(vaults, graph, tool, { ...args, identifier })
            if (next === null) continue
            done += 1
            if (pick % 3 === 0) await expectUndone(vaults, next)
            else graph = next.graph
          }
          await expectIndexed(vaults, graph)
        })
      }),
      { seed, numRuns: runs, endOnFailure: process.env['FLINT_PROPERTY_SHRINK'] === undefined },
    )
    expect(done).toBeGreaterThan(runs)
  },
)

/** No path that is another's folder, and none that differs from another in case or accents alone. */
function withoutClashes(files: Files): Files {
  const taken = new Set<string>()
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => {
      const key = path.normalize('NFC').toLowerCase()
      const isFree = !taken.has(key) && !Object.keys(files).some((other) => other.startsWith(`${path}/`))
      taken.add(key)
      return isFree
    }),
  )
}

/** The path itself where something lies there, else one of those that there are. */
async function fitting({ at }: Vaults, path: string, pick: number): Promise<string> {
  const there = Object.keys(await hashFiles(at('.'))).filter((file) => !file.startsWith('.'))
  if (there.includes(path)) return path
  const alike = there.filter((file) => (path.endsWith('/') ? file.endsWith('/') : file.endsWith('.md')))
  return alike[pick % Math.max(1, alike.length)] ?? path
}

/** Calls the tool; the graph afterwards, or null where it has refused and changed nothing. */
async function expectLaw(
  { call, at, log }: Vaults,
  before: ReadonlyMap<string, GraphSource>,
  tool: string,
  args: object,
): Promise<Done | null> {
  const hashes = await hashFiles(at('.'))
  const result = await call(tool, args)
  const hashesAfter = await hashFiles(at('.'))
  const said = `${tool} ${JSON.stringify(args)}`
  if (result.error !== undefined) {
    if (result.error.code === 'INTERNAL_ERROR') throw new Error(`${said}: ${log.at(-1) ?? ''}`)
    expect(hashesAfter, said).toEqual(hashes)
    return null
  }
  const from: string = result.old_path
  const placeOf = (path: string) =>
    path === from || path.startsWith(`${from}/`) ? `${result.new_path}${path.slice(from.length)}` : path
  const after = readGraph(at('.'))
  const isNamed = (path: string) => path === from && tool === 'rename_note'
  expect(brokenLaws(before, after, placeOf, isNamed), said).toEqual([])
  // What the answer does not name has kept its bytes.
  const named = new Set([result.new_path, ...result.updated_references.map(({ id }: { id: string }) => id)])
  for (const [path, hash] of Object.entries(hashes)) {
    if (path.startsWith('.') || path.endsWith('/') || named.has(placeOf(path))) continue
    expect(hashesAfter[placeOf(path)], `${said}: ${path}`).toBe(hash)
  }
  return { graph: after, changeId: result.change_id, hashes }
}

interface Done {
  readonly graph: ReadonlyMap<string, GraphSource>
  readonly changeId: string
  /** Of every file before. */
  readonly hashes: Readonly<Record<string, string>>
}

/** One call takes everything back, to the byte. */
async function expectUndone({ call, at }: Vaults, { changeId, hashes }: Done): Promise<void> {
  expect((await call('undo_change', { change_id: changeId })).error).toBeUndefined()
  const files = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).filter(([path]) => !path.endsWith('/'))
  expect(files(await hashFiles(at('.')))).toEqual(files(hashes))
}

/** The vault's own index says the same of every link as its files do. */
async function expectIndexed({ hub }: Vaults, graph: ReadonlyMap<string, GraphSource>): Promise<void> {
  const { indexFile, index } = await hub.open('main' as VaultId)
  // It follows behind the answer.
  await index.settled()
  const indexed = dumpIndex(indexFile)
    .filter((row) => row.startsWith('link {'))
    .map((row) => JSON.parse(row.slice(5)))
    .map(({ source, raw, target: note, target_file: file }) => `${source}: ${raw} → ${note ?? file}`)
  const read = [...graph].flatMap(([path, { edges }]) =>
    edges.map(({ link, meant }) => `${path}: ${link.target} → ${meant?.path ?? null}`),
  )
  expect(indexed.sort()).toEqual(read.sort())
}
