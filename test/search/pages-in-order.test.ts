import { expect, test } from 'vitest'
import { KeptRankings } from '../../src/search/kept-rankings.ts'
import { until } from '../support/until.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import type { Json, Vaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

/** Words alone put the first of these first, meaning the last; those about oak are found by meaning alone. */
function woods(): Record<string, string> {
  const notes = Array.from({ length: 24 }, (_, at): [string, string] => {
    const padding = Array.from({ length: 40 }, (_unused, word) => `filler${at}x${word}`).join(' ')
    const isLate = at >= 12
    const text = isLate ? 'Walnut.' : `Walnut walnut walnut walnut ${padding}`
    return [`n${String(at).padStart(2, '0')}.md`, text]
  })
  const oaks = Array.from({ length: 8 }, (_, at): [string, string] => [`oak${at}.md`, 'Oak.'])
  return Object.fromEntries([...notes, ...oaks])
}

const limit = 6

async function pageOf({ call }: Vaults, args: object, cursor?: string): Promise<Json> {
  return await call('search_notes', {
    query: 'walnut',
    limit,
    ...args,
    ...(cursor !== undefined && { cursor }),
  })
}

function ids(page: Json): readonly string[] {
  return page.results.map(({ id }: { id: string }) => id)
}

test.each([{ mode: 'auto' }, { vault_id: ['main'] }])(
  'the pages of one search (%j) keep their order although vectors come in between',
  (args) => {
    let isPaused = true
    const embedder = wordEmbedder({ synonyms: [['walnut', 'oak']] })
    return withMeaning(
      woods(),
      embedder,
      async (vaults) => {
        let before: Json
        await until('the model is loaded', async () => {
          before = await pageOf(vaults, args)
          return before.halves.reason.includes('no vector yet')
        })
        isPaused = false
        await embedded(vaults)
        const seen = [...ids(before)]
        for (let cursor = before.next_cursor; cursor !== undefined;) {
          const page = await pageOf(vaults, args, cursor)
          seen.push(...ids(page))
          cursor = page.next_cursor
        }
        expect(seen).toHaveLength(new Set(seen).size)
        expect(seen.toSorted()).toEqual(Object.keys(woods()).filter((path) => path.startsWith('n')))
        // A search that begins now has them, and its pages, too, agree with one another.
        const first = await pageOf(vaults, args)
        expect(ids(first)).not.toEqual(ids(before))
        const second = await pageOf(vaults, args, first.next_cursor)
        expect(new Set([...ids(first), ...ids(second)]).size).toBe(2 * limit)
      },
      { isPaused: () => Promise.resolve(isPaused) },
    )
  },
)

test('few rankings are kept, those used last, and not for long', () => {
  let now = 0
  const kept = new KeptRankings<string>({ most: 2, forMs: 100, now: () => now })
  kept.keep('a', 'A')
  kept.keep('b', 'B')
  kept.keep('a', 'A')
  kept.keep('c', 'C')
  expect(['a', 'b', 'c'].map((key) => kept.find(key))).toEqual(['A', null, 'C'])
  now = 100
  expect(kept.find('a')).toBeNull()
})
