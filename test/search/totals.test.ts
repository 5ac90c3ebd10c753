import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const places = [
  (word: string) => `# ${word}\n\ntext\n`,
  (word: string) => `${word} and more\n`,
  (word: string) => `---\ntags: [${word}]\n---\n\ntext\n`,
  (word: string) => `---\ntags: [kept]\naliases: [${word}]\n---\n\nbeta\n`,
  (word: string) => `---\nproperty: ${word}\n---\n\n# alpha\n\n#kept\n`,
]
const files = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'alpha beta', 'alphas'].flatMap((word, row) =>
    places.map((place, at) => [`${at === 1 ? 'sub/' : ''}n${row}-${at}.md`, place(word)] as const),
  ),
)

test.each([
  'alpha',
  'alpha beta',
  'alpha beta gamma',
  'alpha beta -gamma',
  'alpha beta tag:kept',
  'alpha beta in:sub',
  'alpha beta gamma tag:kept -alphas',
  'tag:kept',
  // Beginnings of words: of one, and of a sentence.
  'alph',
  'alph bet gam delt epsil zet thet',
])('%j has the same total, and no note twice, however long its pages are', (query) =>
  withVault(files, async ({ call }) => {
    const whole = await call('search_notes', { query, mode: 'keyword', limit: 100 })
    expect(whole.total).toBeGreaterThan(0)
    expect(whole.results).toHaveLength(whole.total)
    for (const limit of [1, 2, 3, 7]) {
      const paths: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await call('search_notes', { query, mode: 'keyword', limit, cursor })
        expect({ limit, total: page.total }).toEqual({ limit, total: whole.total })
        paths.push(...column(page.results, 'path'))
        cursor = page.next_cursor
      } while (cursor !== undefined)
      expect(paths).toEqual(column(whole.results, 'path'))
    }
  }),
)

const notes = {
  'in/one.md': '---\ntags: [kept]\n---\n# One\n\n- [/] apple\n',
  'in/two.md': '# Two\n\napple in two [[one]]\n',
  'out/three.md': '# Three\n\napple, and the word in\n\n- [x] done\n',
  'archives/old.md': 'apple\n',
}

test.each<[query: string, paths: readonly string[], also?: object]>([
  ['apple -in:in', ['out/three.md']],
  ['apple -path:/out', ['in/one.md', 'in/two.md']],
  ['apple -type:out', ['in/one.md', 'in/two.md']],
  ['apple -title:two', ['in/one.md', 'out/three.md']],
  ['apple -has:tasks', ['in/two.md']],
  ['has:open-tasks', ['in/one.md']],
  ['apple -is:orphan', ['in/one.md', 'in/two.md']],
  ['apple -tag:kept', ['in/two.md', 'out/three.md']],
  ['type:in type:out', []],
  ['type:in', [], { type_filter: 'out' }],
  ['is:orphan', [], { is_orphan: false }],
  ['apple type:archives', ['archives/old.md']],
  ['', ['in/one.md'], { tags: ['kept'] }],
  ['  ', ['in/one.md', 'in/two.md'], { directory: 'in' }],
  ['*', ['out/three.md'], { is_orphan: true }],
])('%j finds %j', (query, paths, also = {}) =>
  withVault(notes, async ({ call }) => {
    for (const mode of ['keyword', 'auto']) {
      const { results } = await call('search_notes', { query, mode, ...also })
      expect([mode, [...column(results, 'path')].sort()]).toEqual([mode, paths])
    }
  }),
)

test.each(['tag:kept ', 'has:tags ', '-tag:other ', 'type:in ', 'apple -title:x '])(
  'a thousand times %j is a search like any other',
  (part) =>
    withVault(notes, async ({ call }) => {
      for (const mode of ['keyword', 'auto']) {
        const { error } = await call('search_notes', { query: part.repeat(1_000), mode })
        expect(error).toBeUndefined()
      }
    }),
)
