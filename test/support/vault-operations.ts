import { existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import fc from 'fast-check'

/** A vault whose files a test may change: where each path is on disk. */
export interface Placed {
  readonly at: (path: string) => string
}

export type Step<Vault> = (vault: Vault) => Promise<unknown>

export interface Operation<Vault> {
  readonly name: string
  readonly run: Step<Vault>
}

// Few names, so that they meet: the same in several folders, in other case, composed and decomposed.
export const folders = ['', 'a', 'a/b', 'A', 'caf\u00e9', 'cafe\u0301', 'archives', '日本']
const stems = ['one', 'One', 'two', 'x.y', 'a b', '\u00e9t\u00e9', 'e\u0301te\u0301', '一', 'img']
export const titles = ['One', 'two', 'The Title', '\u00c9t\u00e9', 'x.y', 'a/one', '一二三']

const busy = [
  'one.md',
  'a/one.md',
  'a/b/one.md',
  'a/b/two.md',
  'archives/two.md',
  'a/\u00e9t\u00e9.md',
] as const
export const folder = fc.constantFrom(...folders)
export const stem = fc.constantFrom('one', 'a', 'b', 'z')
const inFolder = (name: fc.Arbitrary<string>) =>
  fc.tuple(folder, name).map(([place, file]) => (place === '' ? file : `${place}/${file}`))
export const notePath = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...busy) },
  inFolder(fc.constantFrom(...stems).map((stem) => `${stem}.md`)),
)
export const filePath = inFolder(fc.constantFrom('img.png', 'one.pdf', 'board.canvas', 'IMG.PNG'))
const typePath = fc.constantFrom(...folders.slice(1)).map((place) => `${place}/_description.md`)
export const anyPath = fc.oneof(
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
export const line = fc.oneof(
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
export const text = fc
  .tuple(fc.option(frontmatter, { freq: 2 }), fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
  .map(([head, lines, end]) =>
    `${head === null ? '' : `---\n${head.join('')}---\n`}${lines.join('\n')}\n`.replaceAll('\n', end),
  )

/** An operation by its name, with what chooses its arguments; `run` makes of these what is done to a vault. */
export const operation = <Vault, T extends unknown[]>(
  name: string,
  parts: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (...args: T) => Step<Vault>,
): fc.Arbitrary<Operation<Vault>> =>
  fc.tuple(...parts).map((values) => ({
    name: `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`,
    run: run(...(values as unknown as T)),
  }))

/** A change by another program. What cannot be done (a folder in the way, nothing to rename) is no matter here. */
export const outside =
  (change: (at: Placed['at']) => Promise<unknown>): Step<Placed> =>
  async ({ at }) =>
    await change((path) => at(path)).catch(() => undefined)

/** What other programs do in a vault's folder. */
export const outsideOperations: readonly fc.Arbitrary<Operation<Placed>>[] = [
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
]
