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
