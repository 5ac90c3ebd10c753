import { expect, test } from 'vitest'
import { fuseScores } from '../../src/search/fuse-scores.ts'
import { column } from '../support/plain.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { type Json, withVaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const numbers = Array.from({ length: 30 }, (_, at) => at + 1)
const twins = Object.fromEntries(
  numbers.flatMap((at) => [
    [`Idea ${at}.md`, `# Idea ${at}\n\nCompost and soil health, nitrogen balance.\n`],
    [`Log ${at}.md`, `# Log ${at}\n\nMeeting with the team about budget ${at}.\n`],
  ]),
)
// To this model a log says what is asked, and an idea does not.
const embedder = () => wordEmbedder({ synonyms: [['idea', 'log', 'meeting', 'budget']] })

test('a note with all the words comes before those with some, whatever meaning says', () =>
  withMeaning(
    {
      ...twins,
      'bees.md': '# Bees\n\nHoney from the hives on our roof, and so on.\n',
      'r.md': '# Roof\n\nRoof.\n',
    },
    wordEmbedder({ synonyms: [['honey', 'compost']] }),
    async (vaults) => {
      await embedded(vaults)
      const { results } = await vaults.call('search_notes', { query: 'honey roof', limit: 5 })
      expect(results[0].id).toBe('bees.md')
      const scores = column(results, 'score').map(Number)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    },
  ))

test('what is called as is asked for comes first, also just after it was changed', () =>
  withMeaning(twins, embedder(), async (vaults) => {
    const { call } = vaults
    await embedded(vaults)
    const first = async (query: string) => (await call('search_notes', { query })).results[0].id
    expect(await first('Idea 20')).toBe('Idea 20.md')
    await call('append_to_note', { identifier: 'Idea 20.md', content: 'More.' })
    expect(await first('Idea 20')).toBe('Idea 20.md')
    expect(await first('idea 7')).toBe('Idea 7.md')
  }))

test('a note that no model knows yet is taken to be as near as those that have the words', () => {
  const part = { words: 0.5, window: 0.5, own: null }
  const fused = fuseScores(
    [
      { ...part, key: 1, meaning: 0.4 },
      { ...part, key: 2, meaning: 0.2 },
      { ...part, key: 3, meaning: null },
      { key: 4, words: 0, window: 0, own: null, meaning: null },
    ],
    { words: 0.5, own: 0 },
  )
  expect(fused.map(({ key, score }) => [key, score])).toEqual([
    [1, 0.45],
    [3, 0.4],
    [2, 0.35],
    [4, 0],
  ])
})

test('where meaning alone finds something the answer says so', () =>
  withMeaning({ 'a.md': 'Walnut.\n' }, wordEmbedder({ synonyms: [['walnut', 'tree']] }), async (vaults) => {
    await embedded(vaults)
    const { results, message } = await vaults.call('search_notes', { query: 'tree' })
    expect(results[0].id).toBe('a.md')
    expect(message).toBe('No note has any of these words: these are nearest in meaning.')
  }))

test('a word far down in a long note finds it first, whatever meaning says, and nothing denies the word', () => {
  const long = `# Garden\n\n${'Soil and water, plants and sun.\n\n'.repeat(80)}The plumber is called Zapatero.\n`
  // More than a page of notes to which the model says that they mean it.
  return withMeaning(
    { ...twins, 'long.md': long },
    wordEmbedder({ synonyms: [['zapatero', 'meeting', 'team', 'budget', 'log']] }),
    async (vaults) => {
      await embedded(vaults)
      const { results, message } = await vaults.call('search_notes', { query: 'Zapatero', limit: 5 })
      expect(results[0].id).toBe('long.md')
      expect(
        column(results, 'id')
          .slice(1)
          .every((id) => String(id).startsWith('Log')),
      ).toBe(true)
      expect(message).toBeUndefined()
    },
  )
})

test('more notes with every word than both halves look at come before what has some or none, on all pages', () => {
  const numbered = (count: number, name: string, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name} ${at}.md`, `${text} ${at}.\n`]))
  const files = {
    ...numbered(80, 'both', 'Honey on the roof'),
    ...numbered(40, 'honey', 'Honey'),
    ...numbered(30, 'wax', 'Candle'),
  }
  return withMeaning(files, wordEmbedder({ synonyms: [['honey', 'candle']] }), async (vaults) => {
    await embedded(vaults)
    const found: Json[] = []
    let cursor: string | undefined
    do {
      const page = await vaults.call('search_notes', { query: 'honey roof', limit: 30, cursor })
      found.push(...page.results)
      cursor = page.next_cursor
    } while (cursor !== undefined)
    const kinds = found.map(({ id }) => String(id).split(' ')[0])
    expect(kinds.slice(0, 80)).toEqual(Array.from({ length: 80 }, () => 'both'))
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const scores = column(found, 'score').map(Number)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})

test('of several vaults a note with every word comes before those that another vault has by meaning alone', () => {
  const embedder = wordEmbedder({ synonyms: [['euros', 'coins']] })
  const bill = `# Bill\n\n${'The roof, the door and the wall. '.repeat(40)}\n\nThat is 900 euros.\n`
  const others = Array.from(
    { length: 8 },
    (_, at) => [`coins ${at}.md`, `# Coins\n\nCoins coins.\n`] as const,
  )
  return withVaults(
    { large: Object.fromEntries(others), small: { 'bill.md': bill, 'roof.md': '# Roof\n\nThe roof.\n' } },
    async (vaults) => {
      await embedded(vaults)
      const { results } = await vaults.call('search_notes', { query: 'euros', vault_id: '*' })
      expect(results[0]).toMatchObject({ vault_id: 'small', id: 'bill.md' })
      expect(results[0]).not.toHaveProperty('has_all')
      const scores = results.map(({ score }: Json) => score)
      expect(scores).toHaveLength(9)
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    },
    { openEmbedder: () => Promise.resolve({ kind: 'ready', embedder, notice: null }) },
  )
})
