import { expect, test } from 'vitest'
import { KeptRankings } from '../../src/search/kept-rankings.ts'
import { until } from '../support/until.ts'
import { column } from '../support/plain.ts'
import { embedded, withMeaning } from '../support/with-meaning.ts'
import { withVault, withVaults, type Json, type Vaults } from '../support/with-vault.ts'
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

/** Twenty notes about walnut, which few have, and thirty about maple. */
function trees(): Record<string, string> {
  const about = (tree: string, count: number) =>
    Array.from({ length: count }, (_, at): [string, string] => [`${tree}${at}.md`, `${tree} here\n`])
  return Object.fromEntries([...about('walnut', 20), ...about('maple', 30)])
}

/** Makes walnut the commoner of the two: then all notes about maple come before those about walnut. */
async function turnOrder({ call }: Vaults): Promise<void> {
  const notes = Array.from({ length: 30 }, (_, at) => ({
    path: `new/n${at}.md`,
    title: `N${at}`,
    content: 'walnut here',
  }))
  for (const some of [notes.slice(0, 15), notes.slice(15)])
    await call('create_note', { vault_id: 'main', notes: some })
}

/** All that comes on the pages from `first` on, which is changed before its cursor is used. */
async function ahead(
  vaults: Vaults,
  args: object,
  first: Json,
  toCursor: (cursor: string) => string = (cursor) => cursor,
): Promise<readonly string[]> {
  const seen = [...ids(first)]
  let cursor: string | undefined = toCursor(first.next_cursor)
  for (let pages = 0; cursor !== undefined && pages < 40; pages += 1) {
    const page = await pageOf(vaults, args, cursor)
    seen.push(...ids(page))
    cursor = page.next_cursor
  }
  return seen
}

/** The cursor of a list that is kept no longer. */
function ofLostList(cursor: string): string {
  return cursor.split('.').with(2, 'lost').join('.')
}

const wanted = { query: 'walnut maple', mode: 'keyword' }
const inOneAndSeveral = ['main', ['main', 'other']].map((id) => ({ ...wanted, vault_id: id }))

test.each(inOneAndSeveral)(
  'words that weigh otherwise meanwhile lose no note between two pages (%j)',
  (args) =>
    withVaults({ main: trees(), other: {} }, async (vaults) => {
      const first = await pageOf(vaults, args)
      expect(first.total).toBe(50)
      await turnOrder(vaults)
      const again = await pageOf(vaults, args)
      expect(ids(again)[0]).toMatch(/^maple/)
      const seen = await ahead(vaults, args, first)
      expect(Object.keys(trees()).filter((path) => !seen.includes(path))).toEqual([])
      expect(seen).toHaveLength(new Set(seen).size)
    }),
)

test.each(inOneAndSeveral)(
  'a list that is not kept any more goes on where nothing has changed, and else begins again (%j)',
  (args) =>
    withVaults({ main: trees(), other: {} }, async (vaults) => {
      const first = await pageOf(vaults, args)
      const same = await ahead(vaults, args, first, ofLostList)
      expect(same).toHaveLength(50)
      expect(new Set(same).size).toBe(50)
      await turnOrder(vaults)
      const seen = await ahead(vaults, args, first, ofLostList)
      expect(new Set(seen).size).toBe(80)
    }),
)

test('notes that are deleted from page to page push none off the next', () =>
  withVault(trees(), async (vaults) => {
    const first = await pageOf(vaults, wanted)
    const seen: string[] = []
    for (let page = first; ; page = await pageOf(vaults, wanted, page.next_cursor)) {
      seen.push(...ids(page))
      for (const identifier of ids(page).slice(0, 4))
        await vaults.call('delete_note', { identifier, mode: 'trash', confirm: true })
      if (page.next_cursor === undefined) break
    }
    expect(Object.keys(trees()).filter((path) => !seen.includes(path))).toEqual([])
  }))

test('notes like one are all listed, though words weigh otherwise from page to page', () =>
  withVault({ ...trees(), 'asked.md': 'walnut maple\n' }, async (vaults) => {
    const ask = async (cursor?: string): Promise<Json> =>
      await vaults.call('find_related_notes', { identifier: 'asked.md', limit, ...(cursor && { cursor }) })
    const first = await ask()
    expect(first.total).toBe(50)
    await turnOrder(vaults)
    const seen = [...column(first.related, 'id')]
    for (let cursor = first.next_cursor; cursor !== undefined;) {
      const page = await ask(cursor)
      seen.push(...column(page.related, 'id'))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(Object.keys(trees()).toSorted())
  }))

test('so many hits are kept, of rankings used last, and not for long', () => {
  let now = 0
  const kept = new KeptRankings<string>(({ length }) => length, { most: 2, forMs: 100, now: () => now })
  const walk = (key: string) => ({ key, goesOn: true })
  kept.keep(walk('a'), 'A')
  kept.keep(walk('b'), 'B')
  kept.keep(walk('a'), 'A')
  kept.keep(walk('c'), 'C')
  expect(['a', 'b', 'c'].map((key) => kept.find(walk(key)))).toEqual(['A', null, 'C'])
  expect(kept.find({ key: 'a', goesOn: false })).toBeNull()
  now = 100
  expect(kept.find(walk('a'))).toBeNull()
  kept.keep(walk('b'), 'B')
  kept.keep(walk('long'), 'LONG')
  expect(['b', 'long'].map((key) => kept.find(walk(key)))).toEqual([null, 'LONG'])
})
