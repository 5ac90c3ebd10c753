import { parseQuery } from '../../src/search/parse-query.ts'
import { expect, test } from 'vitest'
import { headingAbove } from '../../src/search/heading-above.ts'
import { bestWindow } from '../../src/search/best-window.ts'
import { knowsLanguage } from '../../src/search/knows-language.ts'
import { weighParts } from '../../src/search/fuse-scores.ts'
import { stemsOf } from '../../src/search/word-stems.ts'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const filler = Array.from({ length: 59 }, (_, at) => `common${at}`)
const many = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`n${at}.md`, `${filler.join(' ')} number ${at}\n`]),
)

test('of a question of sixty words the last one, the only telling one, finds its note', () =>
  withVault({ ...many, 'told.md': 'The zygote is here.\n' }, async ({ call }) => {
    const { results } = await call('search_notes', {
      query: `${filler.join(' ')} zygote`,
      mode: 'keyword',
      limit: 1,
    })
    expect(results[0].path).toBe('told.md')
  }))

test('after the notes with every word come those with some, on all pages, and the total counts them', () =>
  withVault(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `n${at}.md`,
        at < 10 ? 'red apple\n' : at < 20 ? 'red\n' : 'apple\n',
      ]),
    ),
    async ({ call }) => {
      const paths: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await call('search_notes', { query: 'red apple', mode: 'keyword', limit: 7, cursor })
        expect(page.total).toBe(30)
        paths.push(...column(page.results, 'path'))
        cursor = page.next_cursor
      } while (cursor !== undefined)
      expect(new Set(paths).size).toBe(30)
      expect(
        paths
          .slice(0, 10)
          .map((path) => Number(/\d+/.exec(String(path))?.[0]))
          .every((at) => at < 10),
      ).toBe(true)
    },
  ))

test('an emoji in a tag is no word that the text must have', () => {
  expect(parseQuery('tag:"0🌲" 🌱')).toMatchObject({ all: [{ tags: ['0🌲'] }], symbols: ['🌱'] })
})

test('an emoji is found', () =>
  withVault({ 'a.md': 'Done 🚀 today\n', 'b.md': 'Nothing\n', 'c 🚀.md': 'Up\n' }, async ({ call }) => {
    const { results, total } = await call('search_notes', { query: '🚀' })
    expect(column(results, 'path').toSorted()).toEqual(['a.md', 'c 🚀.md'])
    expect(total).toBe(2)
  }))

test('a hit carries the heading of its passage and the day of its note', () =>
  withVault({ '2026-01-31.md': '# Day\n\n## Garden\nroses bloom\n' }, async ({ call }) => {
    const { results } = await call('search_notes', { query: 'roses', fields: ['path'] })
    expect(results[0]).toMatchObject({ heading: 'Garden', date: '2026-01-31', line: 4 })
  }))

test('the heading above a line is no comment in a fence', () => {
  const body = 'Intro\n# One #\n```sh\n# no\n```\ntext\n## Two\n'
  expect([0, 1, 3, 5, 6].map((line) => headingAbove(body, line))).toEqual([null, 'One', 'One', 'One', 'Two'])
})

test('the best window of a long text is where the words stand together', () => {
  const words = ['red', 'apple'].map((text) => ({ stems: stemsOf([{ text, kind: 'word' }]), most: 2 }))
  const apart = `red ${'x '.repeat(2_000)}apple`
  const together = `${'x '.repeat(2_000)}red apple`
  expect(bestWindow(together, words)).toBeGreaterThan(bestWindow(apart, words))
  expect(bestWindow('none', words)).toBe(0)
})

test('a model of English does not read other languages', () => {
  const english = { languages: 'English' }
  // About what the vocabulary of the embedded model makes of them.
  const pieces = (perToken: number) => (text: string) => Math.ceil(text.replace(/\s/g, '').length / perToken)
  expect(knowsLanguage('What is in the garden?', english, pieces(1.5))).toBe(1)
  expect(knowsLanguage('庭に何がありますか', english, pieces(9))).toBe(0)
  expect(knowsLanguage('Wasserhahn wieder dicht bekommen', english, pieces(1.67))).toBeLessThan(0.4)
  expect(knowsLanguage('kubernetes ingress', english, pieces(3))).toBe(1)
  expect(knowsLanguage('庭', { languages: 'about 100' }, pieces(1))).toBe(1)
  const withMarks = (text: string) => text.match(/\p{L}{1,4}|[^\p{L}\s]/gu)?.length ?? 0
  for (const text of ['pay (bill)!', '#todo: pay', '"Wasserhahn", tropft?'])
    expect(knowsLanguage(text, english, withMarks)).toBe(
      knowsLanguage(text.replace(/[^\p{L}\s]/gu, ''), english, withMarks),
    )
})

test('words count less where they find little, and a small vault teaches little', () => {
  const keywordWeight = 0.7
  const weigh = (best: number, notes: number) =>
    weighParts({ keywordWeight, best, own: { notes, known: 1 }, language: 1 })
  expect(weigh(0.5, 100).words).toBe(0.7)
  expect(weigh(0.05, 100).words).toBeCloseTo(0.14)
  expect(weigh(0, 100).words).toBe(0)
  expect(weigh(1, 60).own).toBeLessThan(0.06)
  expect(weigh(0, 100_000).own).toBeGreaterThan(0.49)
  // What the words have told already counts less.
  expect(weigh(1, 100_000).own).toBeCloseTo(0.323, 3)
  expect(weighParts({ keywordWeight, best: 1, own: { notes: 60, known: 1 }, language: 0 }).own).toBe(1)
})
