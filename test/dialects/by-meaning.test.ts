import { expect, test } from 'vitest'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { wordEmbedder } from '../support/word-embedder.ts'
import { speak } from './speak.ts'

const files = {
  'focus.md': 'Flow comes with quiet.\n',
  'garden.md': 'Leeks want rain.\n',
  'rain.md': '---\nkind: weather\n---\nRain on leeks again.\n',
}
const embedder = () => wordEmbedder({ synonyms: [['flow', 'productivity']] })

test('the notes app finds what shares no word with the question, and scores by the cosine', () =>
  withMeaning(files, embedder(), async (vaults) => {
    await embedded(vaults)
    const call = speak('notes-app', vaults)
    const { results, total_count: total, message } = await call('semantic_search', { query: 'productivity' })
    expect(message).toBeUndefined()
    expect(results[0]).toMatchObject({ relative_path: 'focus.md', snippet: expect.stringContaining('Flow') })
    expect(total).toBeGreaterThanOrEqual(results.length)
    for (const { score } of results) {
      expect(score).toBeLessThanOrEqual(1)
      expect(score).toBeGreaterThanOrEqual(-1)
    }
    const scores = results.map(({ score }: { score: number }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    const related = await call('related_notes', { relative_path: 'garden.md', limit: 1 })
    expect(related).toMatchObject({ returned_count: 1, results: [{ relative_path: 'rain.md' }] })
  }))

test('kiln finds by meaning, among the notes with the properties that are asked for', () =>
  withMeaning(files, embedder(), async (vaults) => {
    await embedded(vaults)
    const call = speak('kiln', vaults)
    const found = await call('semantic_search', { query: 'productivity', limit: 1 })
    expect(found).toMatchObject({ limit: 1, results: [{ path: 'focus.md', score: expect.any(Number) }] })
    expect(found.message).toBeUndefined()
    const { results } = await call('semantic_search', { query: 'leeks', properties: { kind: 'weather' } })
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['rain.md'])
  }))

test('while passages have no vector, what they would find is looked for by words, and the answers say so', () => {
  let isPaused = true
  return withMeaning(
    files,
    embedder(),
    async (vaults) => {
      const kiln = speak('kiln', vaults)
      const app = speak('notes-app', vaults)
      const byWords = /^Found by words: 3 passages have no vector yet/
      expect(await kiln('semantic_search', { query: 'leeks' })).toMatchObject({
        results: [{ path: 'garden.md' }, { path: 'rain.md' }],
        message: expect.stringMatching(byWords),
      })
      expect(await app('semantic_search', { query: 'leeks' })).toMatchObject({
        total_count: 2,
        message: expect.stringMatching(byWords),
      })
      const related = await app('related_notes', { relative_path: 'garden.md' })
      expect(related.message).toMatch(/^Found by words: This note has no vectors yet/)

      isPaused = false
      await embedded(vaults)
      isPaused = true
      await vaults.call('create_note', { path: 'new.md', title: 'New', content: 'Frost.' })
      const missing = /^1 passage has no vector yet/
      expect((await kiln('semantic_search', { query: 'productivity' })).message).toMatch(missing)
      expect((await app('semantic_search', { query: 'productivity' })).message).toMatch(missing)
      expect((await app('related_notes', { relative_path: 'garden.md' })).message).toMatch(missing)
    },
    { isPaused: () => Promise.resolve(isPaused) },
  )
})
