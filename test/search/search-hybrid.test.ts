import { expect, test } from 'vitest'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { column } from '../support/plain.ts'
import { withVault, withVaults, type Json, type Vaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const files = {
  'garden/roses.md': '# Roses\nIntro.\n\n## Thirst\nSprinkle them at dawn.\n',
  'garden/tools.md': '# Tools\nA spade and a rake.\n',
  'car.md': '# Car\nChange the oil.\n',
  'archives/old.md': '# Old\nSprinkle the lawn at dawn.\n',
}
const embedder = () =>
  wordEmbedder({
    synonyms: [
      ['sprinkle', 'irrigate', 'water'],
      ['dawn', 'morning'],
      ['car', 'vehicle'],
    ],
  })

test('a note without any of the words is found by its meaning, with the passage that means it', () =>
  withMeaning(files, embedder(), async (vaults) => {
    await embedded(vaults)
    for (const mode of ['auto', 'semantic']) {
      const { results, halves } = await vaults.call('search_notes', { query: 'irrigate morning', mode })
      expect(results[0]).toMatchObject({
        path: 'garden/roses.md',
        snippet: 'Sprinkle them at dawn.',
        line: 5,
      })
      expect(results[0].score).toBeLessThanOrEqual(1)
      expect(results.map((hit: { path: string }) => hit.path)).not.toContain('archives/old.md')
      expect(halves).toEqual({ keyword: mode === 'auto', semantic: true })
    }
  }))

test('what means something else altogether is no answer', () =>
  withMeaning({ 'a.md': 'Oil.\n', 'b.md': 'Rake.\n' }, embedder(), async (vaults) => {
    await embedded(vaults)
    for (const mode of ['auto', 'semantic']) {
      const { results, total } = await vaults.call('search_notes', { query: 'oil', mode })
      expect(results).toEqual([expect.objectContaining({ path: 'a.md' })])
      expect(total).toBe(1)
    }
  }))

test('filters narrow what is searched by meaning: the only note of a small scope is found', () =>
  withMeaning(files, embedder(), async (vaults) => {
    await embedded(vaults)
    const ask = async (args: object) => {
      const { results } = await vaults.call('search_notes', {
        query: 'irrigate morning',
        mode: 'semantic',
        ...args,
      })
      return results.map((hit: { path: string }) => hit.path)
    }
    expect(await ask({ directory: 'archives' })).toEqual(['archives/old.md'])
    expect(await ask({ type_filter: 'garden', limit: 1 })).toEqual(['garden/roses.md'])
    expect(await ask({ query: 'irrigate path:car' })).toEqual(['car.md'])
    expect(await ask({ query: 'irrigate morning -rake' })).not.toContain('garden/tools.md')
  }))

test('pages of both halves hold each note once, best first, as many as the total says', () => {
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `n${index}.md`,
      `${'Oil '.repeat((index % 9) + 1)}and word${index}.\n`,
    ]),
  )
  const opened = { kind: 'ready', embedder: embedder(), notice: null } as const
  const use = async (vaults: Vaults) => {
    await embedded(vaults)
    await embedded({ ...vaults, call: (tool) => vaults.call(tool, { vault_id: 'other', detailed: true }) })
    for (const vault of ['main', '*']) {
      for (const query of ['oil', 'oil vehicle', 'vehicle']) {
        const totals = new Set<number>()
        for (const limit of [40, 70, 100]) {
          const ids: string[] = []
          const scores: number[] = []
          let cursor: string | undefined
          do {
            const page = await vaults.call('search_notes', {
              query,
              limit,
              vault_id: vault,
              ...(cursor && { cursor }),
              fields: ['id'],
            })
            ids.push(...page.results.map((hit: Json) => `${String(hit.vault_id)} ${String(hit.path)}`))
            scores.push(...column(page.results, 'score').map(Number))
            cursor = page.next_cursor
            totals.add(page.total)
          } while (cursor !== undefined)
          expect(new Set(ids).size).toBe(ids.length)
          expect(scores).toEqual(scores.toSorted((one, other) => other - one))
          totals.add(ids.length)
        }
        expect(totals.size).toBe(1)
      }
    }
  }
  return withVaults({ main: { ...files, ...many }, other: many }, use, {
    openEmbedder: () => Promise.resolve(opened),
  })
})

test('notes with every word come before those with some, and scores go down, however many there are', () => {
  const long = (word: string, at: number) => `${word} ${`filler${at} `.repeat(5 + (at % 20))}\n`
  const many = [
    ...Array.from({ length: 100 }, (_, at): [string, string] => [`all${at}.md`, long('task doctor', at)]),
    ...Array.from({ length: 80 }, (_, at): [string, string] => [`some${at}.md`, 'Doctor, doctor, doctor.\n']),
  ]
  const other = { 'a.md': 'Task and doctor.\n', 'b.md': 'Doctor, doctor.\n' }
  const opened = { kind: 'ready', embedder: embedder(), notice: null } as const
  return withVaults(
    { main: Object.fromEntries(many), other },
    async (vaults) => {
      const { call } = vaults
      for (const vault_id of ['main', 'other'])
        await embedded({ ...vaults, call: (tool) => call(tool, { vault_id, detailed: true }) })
      for (const vault_id of ['main', '*']) {
        const matched: string[] = []
        const scores: number[] = []
        let cursor: string | undefined
        do {
          const page = await call('search_notes', {
            query: 'task doctor',
            limit: 50,
            explain: true,
            vault_id,
            ...(cursor && { cursor }),
          })
          matched.push(...page.results.map((hit: Json) => String(hit.explanation.matched)))
          scores.push(...column(page.results, 'score').map(Number))
          cursor = page.next_cursor
        } while (cursor !== undefined)
        expect(matched).toHaveLength(vault_id === 'main' ? 180 : 182)
        expect(matched.lastIndexOf('all words')).toBeLessThan(matched.indexOf('some words'))
        expect(scores).toEqual(scores.toSorted((one, more) => more - one))
      }
    },
    { openEmbedder: () => Promise.resolve(opened) },
  )
})

test('explain says what each half made of a note and how they were joined', () =>
  withMeaning(files, embedder(), async (vaults) => {
    await embedded(vaults)
    const { results, fusion } = await vaults.call('search_notes', { query: 'oil vehicle', explain: true })
    // Of so few notes no model is made.
    expect(fusion).toEqual({ rule: 'blend', keywordWeight: expect.any(Number), ownWeight: 0 })
    const [{ path, score, explanation }] = results
    expect(path).toBe('car.md')
    const { keyword, passage, cosine, own } = explanation
    const weight = Number(fusion.keywordWeight)
    const byWords = (Number(keyword) + Number(passage)) / 2
    expect(weight).toBeGreaterThan(0)
    expect(weight).toBeLessThanOrEqual(0.7)
    expect(own).toBe(null)
    expect(score).toBeCloseTo(weight * byWords + (1 - weight) * Number(cosine), 3)
  }))

test('without an embedder words are searched, and the answer says why and what to do', async () => {
  const reason = 'The model is not here.'
  const hint = 'Fetch it.'
  await withMeaning(files, { kind: 'unavailable', reason, hint }, async ({ call }) => {
    const auto = await call('search_notes', { query: 'oil' })
    expect(auto.results).toHaveLength(1)
    expect(auto.halves).toEqual({ keyword: true, semantic: false, reason: `${reason} ${hint}` })
    const semantic = await call('search_notes', { query: 'oil', mode: 'semantic' })
    expect(semantic.results).toEqual([])
    expect(semantic.halves).toEqual({ keyword: false, semantic: false, reason: `${reason} ${hint}` })
    const { index } = await call('get_vault_info', { detailed: true })
    expect(index).toMatchObject({ model: null, pending_vectors: null, vectors: 'unavailable', chunks: 0 })
  })
  await withVault(files, async ({ call }) => {
    expect(await call('search_notes', { query: 'oil' })).toMatchObject({ results: [{ path: 'car.md' }] })
  })
})

test('of several vaults the answer says that meaning took part, and what one of them lacks', () =>
  withVaults(
    { main: { 'a.md': 'Oil.\n' }, bare: { 'b.md': 'Oil.\n' } },
    async (vaults) => {
      await embedded(vaults)
      const { results, halves } = await vaults.call('search_notes', { query: 'oil', vault_id: '*' })
      expect(column(results, 'vault_id').toSorted()).toEqual(['bare', 'main'])
      expect(halves).toEqual({ keyword: true, semantic: true, reason: 'No model here. Fetch it.' })
    },
    {
      openEmbedder: (_model, vault) =>
        Promise.resolve(
          vault === 'main'
            ? { kind: 'ready', embedder: embedder(), notice: null }
            : { kind: 'unavailable', reason: 'No model here.', hint: 'Fetch it.' },
        ),
    },
  ))

test('an answer never says that no note has a word which a note has that was left out', () =>
  withMeaning(
    {
      'log.md': '---\ncreated: 2020-01-01\nupdated: 2020-01-01\n---\nPromised the budget.\n',
      'archives/old.md': 'The treaty of peace.\n',
      'a.md': 'Gardens and rivers.\n',
      'b.md': 'Rivers alone.\n',
    },
    wordEmbedder({ synonyms: [['promised', 'treaty', 'zebra', 'rivers']] }),
    async (vaults) => {
      await embedded(vaults)
      const say = async (query: string, mode: string, args: object = {}) => {
        const { message } = await vaults.call('search_notes', { query, mode, ...args })
        return String(message)
      }
      for (const mode of ['auto', 'keyword']) {
        for (const narrow of ['promised -budget', 'promised type:recipes', 'promised title:rivers'])
          expect(await say(narrow, mode), `${mode} ${narrow}`).toMatch(
            /^No note that the filters let through has any of these words; others have/,
          )
        expect(await say('promised', mode, { since: '2021-01-01' })).toMatch(/others have/)
        expect(await say('treaty', mode)).toMatch(/^Only notes that are archived, .* have any of these words/)
        expect(await say('zebra', mode)).toMatch(/^No note has any of these words/)
        expect(await say('zebra', mode, { since: '2021-01-01' })).toMatch(/^No note has any of these words/)
      }
      expect(await say('promised budget lawyer', 'auto')).toBe(
        'Few notes have all the words: those with some of them, and others near in meaning, follow.',
      )
      expect(await say('promised budget lawyer', 'keyword')).toBe(
        'Few notes have all the words: those with some of them follow.',
      )
    },
  ))

test('an embedder that fails leaves the words', () => {
  const failing = { ...embedder(), embed: () => Promise.reject(new Error('out of memory')) }
  return withMeaning(files, failing, async ({ call }) => {
    await call('get_vault_info', { detailed: true })
    const { results, halves } = await call('search_notes', { query: 'oil' })
    expect(results).toHaveLength(1)
    expect(halves.reason).toContain('out of memory')
  })
})

test('an answer without a model that is being loaded says that it comes', () => {
  const known = embedder()
  const loaded = Promise.withResolvers<null>()
  const slow = {
    ...known,
    embed: async (texts: readonly string[], kind: 'query' | 'passage') => {
      if (kind === 'query') await loaded.promise
      return await known.embed(texts, kind)
    },
  }
  return withMeaning(files, slow, async (vaults) => {
    await embedded(vaults)
    for (const vault_id of ['main', '*']) {
      const { results, halves } = await vaults.call('search_notes', { query: 'oil', vault_id })
      expect(results[0].path).toBe('car.md')
      expect(halves).toMatchObject({ semantic: false, loading: true })
    }
    loaded.resolve(null)
    const { halves } = await vaults.call('search_notes', { query: 'oil' })
    expect(halves).toEqual({ keyword: true, semantic: true })
  })
})

test('while vectors are missing an answer says how many', () => {
  const never = { ...embedder() }
  const slow = {
    ...never,
    embed: (texts: readonly string[], kind: 'query' | 'passage') =>
      kind === 'query' ? never.embed(texts, kind) : new Promise<never>(() => undefined),
    close: () => Promise.resolve(),
  }
  return withMeaning({ 'a.md': 'Oil.\n', 'b.md': 'Else.\n' }, slow, async ({ call }) => {
    // By then the thread that reads vectors is there: an answer by words does not wait for it.
    await call('get_vault_info', { detailed: true })
    const { results, halves } = await call('search_notes', { query: 'oil' })
    expect(results[0].path).toBe('a.md')
    expect(halves.reason).toMatch(/^2 passages have no vector yet/)
  })
})

test('a long question finds the note with its one telling word first, though meaning points elsewhere', () => {
  const common = Array.from({ length: 59 }, (_, at) => `common${at}`)
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`n${at}.md`, `${common[at % 20]} thing${at} place${at}\n`]),
  )
  return withMeaning({ ...many, 'told.md': 'zeppelin thing place\n' }, wordEmbedder(), async (vaults) => {
    await embedded(vaults)
    const { results, halves } = await vaults.call('search_notes', {
      query: [...common, 'zeppelin'].join(' '),
    })
    expect(halves).toMatchObject({ semantic: true })
    expect(results[0].path).toBe('told.md')
  })
})
