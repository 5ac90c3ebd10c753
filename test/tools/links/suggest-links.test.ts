import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { withVault } from '../../support/with-vault.ts'

const files = {
  'garden/tomatoes.md': lines(
    '---',
    'title: Tomato plants',
    'aliases: [Love apple]',
    '---',
    '',
    'They like sun.',
  ),
  'garden/compost.md': '# Compost heap\n\nFor the tomato plants, in spring.\n',
  'garden/two.md': '# Twin\n',
  'other/two.md': '# Twin\n',
  'c.md': '# C++\n',
  'jp.md': '# 東京\n',
  'archives/old.md': '# Watering can\n',
  'plan.md': lines(
    '# Plan',
    '',
    'Tomato plants need the COMPOST HEAP. Tomato plants again, and a love apple.',
    '`Compost heap` and a Twin, written in C++ on the way to 東京都. A watering can.',
    '',
    '```',
    'Compost heap',
    '```',
  ),
  'diary.md': 'Wrote the Plan. [[Compost heap]] smells.\n',
}

test('names in the text become links, best first, in the words of the text', () =>
  withVault(files, async ({ call }) => {
    const { suggestions, total } = await call('suggest_links', { identifier: 'plan' })
    expect(total).toBe(suggestions.length)
    const found = suggestions.map(({ direction, path, line_number, text, link }: Record<string, unknown>) =>
      [direction, path, line_number, text, link].join(' · '),
    )
    expect(found.sort()).toEqual(
      [
        'outgoing · garden/tomatoes.md · 3 · Tomato plants · [[tomatoes|Tomato plants]]',
        'outgoing · garden/compost.md · 3 · COMPOST HEAP · [[compost|COMPOST HEAP]]',
        'outgoing · c.md · 4 · C++ · [[c|C++]]',
        'outgoing · jp.md · 4 · 東京 · [[jp|東京]]',
        'incoming · diary.md · 1 · Plan · [[Plan]]',
      ].sort(),
    )
    expect(suggestions[0]).toMatchObject({ path: 'garden/tomatoes.md', score: expect.any(Number) })
  }))

test('a link to the note already, or from it, is no suggestion', () =>
  withVault(files, async ({ call, write }) => {
    const { suggestions } = await call('suggest_links', { identifier: 'Compost heap' })
    expect(
      suggestions.map(
        ({ direction, path }: Record<string, unknown>) => `${String(direction)} ${String(path)}`,
      ),
    ).toEqual(['outgoing garden/tomatoes.md', 'incoming plan.md'])
    await write('garden/compost.md', '# Compost heap\n\nFor the tomato plants: [[tomatoes]].\n')
    await call('reindex_vault', { confirm: true, scope: 'all' })
    expect((await call('suggest_links', { identifier: 'Compost heap' })).total).toBe(1)
  }))

test('links are written as the vault writes them', () =>
  withVault({ ...files, '.obsidian/app.json': '{"useMarkdownLinks":true}' }, async ({ call }) => {
    const { suggestions } = await call('suggest_links', { identifier: 'garden/compost.md' })
    expect(suggestions.map(({ link }: { link: string }) => link)).toEqual([
      '[tomato plants](tomatoes.md)',
      '[COMPOST HEAP](garden/compost.md)',
    ])
  }))

test('in a zk notebook they have no extension, and a name of any letters leads to its note', () =>
  withVault(
    {
      '.zk/config.toml': '[format.markdown]\nhashtags = true\n',
      'c# (für mich).md': '# Compost heap\n',
      'plan.md': '# Plan\n\nThe compost heap is full.\n',
    },
    async ({ call, write }) => {
      const { suggestions } = await call('suggest_links', { identifier: 'plan' })
      expect(suggestions[0].link).toBe('[compost heap](c%23%20%28für%20mich%29)')
      await write('plan.md', `# Plan\n\nThe ${suggestions[0].link} is full.\n`)
      await call('reindex_vault', { confirm: true })
      const { links } = await call('get_links', { identifier: 'plan' })
      expect(links).toMatchObject([{ path: 'c# (für mich).md' }])
    },
  ))

test('a link in a cell of a table escapes its bar, in this note as in others', () =>
  withVault(
    {
      'cafe.md': '# Café Müller\n',
      'trip.md': '# Trip\n\n> | Day | Place |\n> |---|---|\n> | 1 | Café Müller |\n',
      'no-table.md': '# Not one\n\n| Café Müller | is no table\n',
    },
    async ({ call }) => {
      const links = async (identifier: string) =>
        (await call('suggest_links', { identifier })).suggestions.map(
          ({ path, link }: Record<string, unknown>) => `${String(path)} ${String(link)}`,
        )
      expect(await links('Trip')).toEqual(['cafe.md [[cafe\\|Café Müller]]'])
      expect(await links('cafe')).toEqual([
        'no-table.md [[cafe|Café Müller]]',
        'trip.md [[cafe\\|Café Müller]]',
      ])
    },
  ))

test('a name is found as it is written beside letters that are longer in lower case or decomposed', () =>
  withVault(
    {
      'n.md': '# Node.js\n',
      'city.md': '# İstanbul\n',
      'trip.md': '# Trip\n\nFrom İzmir to İSTANBUL with Node.js, cafe\u0301 and NODE.JS.\n',
    },
    async ({ call }) => {
      const texts = async (identifier: string) =>
        (await call('suggest_links', { identifier })).suggestions.map(
          ({ direction, text }: Record<string, unknown>) => `${String(direction)} ${String(text)}`,
        )
      expect((await texts('trip')).sort()).toEqual(['outgoing Node.js', 'outgoing İSTANBUL'])
      expect(await texts('n')).toEqual(['incoming Node.js'])
      expect(await texts('city')).toEqual(['incoming İSTANBUL'])
    },
  ))

test('comes by pages; an unknown note is an error', () =>
  withVault(files, async ({ call }) => {
    const first = await call('suggest_links', { identifier: 'plan', limit: 2 })
    expect(first).toMatchObject({ total: 5, has_more: true })
    const rest = await call('suggest_links', { identifier: 'plan', limit: 2, cursor: first.next_cursor })
    expect(rest.suggestions).toHaveLength(2)
    expect((await call('suggest_links', { identifier: 'nobody' })).error.code).toBe('NOT_FOUND')
  }))
