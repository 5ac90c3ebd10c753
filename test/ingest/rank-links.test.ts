import { expect, test } from 'vitest'
import { rankLinks, similarity } from '../../src/ingest/rank-links.ts'

const source = 'https://garden.example/leeks'
const link = (path: string, text: string) => ({ url: `https://garden.example${path}`, text })

/** A page that says its site's name more often than what it is about. */
const text = `${'Garden Almanac. '.repeat(30)} ${'Leeks are sown in spring. '.repeat(6)} Opening hours and shop.`

test('what the page is about ranks before what every link says, however often the page says it', () => {
  const links = [
    link('/almanac/garden', 'Garden Almanac: garden news, almanac shop and opening hours of the garden'),
    link('/almanac/about', 'About the Garden Almanac'),
    link('/almanac/sowing', 'Garden Almanac: sowing leeks'),
    link('/almanac/team', 'The Garden Almanac team'),
  ]
  expect(rankLinks({ source, text, links })[0]).toBe('https://garden.example/almanac/sowing')
})

test('a short text that says it ranks before a long one that says it among much else', () => {
  const padding = Array.from({ length: 40 }, (_, at) => `unrelated${at}`).join(' ')
  const links = [
    link('/x1', `Leeks ${padding}`),
    link('/x2', 'Leeks'),
    link('/x3', 'Other'),
    link('/x4', 'More'),
  ]
  expect(rankLinks({ source, text, links })).toEqual([
    'https://garden.example/x2',
    'https://garden.example/x1',
  ])
})

test('several links to one page are one, with what each says; links to elsewhere and to no page are none', () => {
  const links = [
    link('/a?utm_source=x', 'Read more'),
    link('/a#part', 'Leeks in spring'),
    link('/leeks', 'Leeks'),
    link('/leeks.png', 'Leeks'),
    { url: 'https://other.example/leeks', text: 'Leeks' },
    { url: 'mailto:leeks@garden.example', text: 'Leeks' },
    link('/b', 'Nothing of it'),
  ]
  expect(rankLinks({ source, text, links })).toEqual(['https://garden.example/a'])
})

test('a text of links that do not end is looked through once', () => {
  const text = `leeks ${']('.repeat(100_000)}`
  for (let time = 0; time < 6; time += 1) expect(similarity(text, text)).toBeCloseTo(1)
  expect(similarity('[leeks](https://garden.example/onions) grow', 'leeks grow')).toBeCloseTo(1)
})
