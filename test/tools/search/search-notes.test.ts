import { describe, expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault, withVaults, type Json } from '../../support/with-vault.ts'
import { searchNotes } from '../../../src/tools/search/search-notes.ts'
import { toyContext } from '../toy-tools.ts'
import { now, sampleVault } from '../sample-vault.ts'

const ids = ({ results }: Json) => column(results, 'id')

test('a hit is the whole note but its text, with score, snippet and line', () =>
  withVault(sampleVault, async ({ call }) => {
    const result = await call('search_notes', { query: 'sweat leeks' })
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      results: expect.any(Array),
      halves: { keyword: true, semantic: false, reason: expect.any(String) },
      message: expect.stringContaining('some of them'),
      total: 3,
      has_more: false,
    })
    expect(result.results[0]).toEqual({
      id: 'recipes/leek-soup.md',
      title: 'Leek soup',
      type: 'recipes',
      tags: expect.arrayContaining(['winter', 'soup', 'soup/hot']),
      score: expect.any(Number),
      snippet: expect.stringContaining('Sweat the leeks'),
      line: 17,
      heading: 'Method',
      date: '2026-01-20',
      lastUpdated: '2026-01-20T18:30:00Z',
      filename: 'leek-soup.md',
      path: 'recipes/leek-soup.md',
      created: '2026-01-10T08:00:00Z',
      updated: '2026-01-20T18:30:00Z',
      modified: '2026-01-20T18:30:00Z',
      size: Buffer.byteLength(sampleVault['recipes/leek-soup.md']),
      word_count: expect.any(Number),
      metadata: {
        title: 'Leek soup',
        type: 'recipes',
        servings: 4,
        course: 'starter',
        tags: ['winter', 'soup'],
        created: '2026-01-10T08:00:00Z',
        updated: '2026-01-20T18:30:00Z',
      },
    })
    const scores = column(result.results, 'score') as number[]
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(0)
    for (const score of scores) expect(score).toBeLessThanOrEqual(1)
  }))

test('fields filter a hit, but score, snippet, heading, date, filename and path always come', () =>
  withVault(sampleVault, async ({ call }) => {
    const fields = ['id', 'title', 'type', 'created', 'metadata.tags']
    const { results } = await call('search_notes', { query: 'simmer', fields })
    const always = {
      score: expect.any(Number),
      snippet: expect.any(String),
      line: expect.any(Number),
      heading: 'Method',
      date: '2026-01-20',
      filename: 'leek-soup.md',
      path: 'recipes/leek-soup.md',
    }
    expect(results).toEqual([
      {
        id: 'recipes/leek-soup.md',
        title: 'Leek soup',
        type: 'recipes',
        created: '2026-01-10T08:00:00Z',
        metadata: { tags: ['winter', 'soup'] },
        ...always,
      },
    ])
    expect((await call('search_notes', { query: 'simmer', fields: [] })).results).toEqual([
      { id: 'recipes/leek-soup.md', ...always },
    ])
  }))

const at = (date: string, ...more: readonly string[]) => [
  '---',
  `created: ${date}`,
  `updated: ${date}`,
  ...more,
  '---',
  '',
]
const library = {
  'plans/_description.md': '# Plans\n\n## Purpose\nWhat comes next.\n',
  'plans/alpha.md': lines(
    ...at('2026-02-20', 'status: open', 'tags: [project/alpha]'),
    'Budget report due. [[beta]]',
    '- [ ] Ask Ada',
  ),
  'plans/beta.md': lines(
    ...at('2026-01-05', 'status: done', 'tags: [project]'),
    'The report of the budget is done. [[nowhere]]',
  ),
  'diary/one.md': lines(...at('2025-06-01'), '# Garden diary', 'A report on slugs. #garden', '- [x] Weed'),
  'diary/alone.md': lines(...at('2026-02-28'), 'Reports, reporting and a reporter. https://example.org'),
  'archives/old.md': lines(...at('2020-01-01'), 'An old report.'),
} as const

test.each<[query: string, paths: readonly string[]]>([
  ['path:work', ['Work/a.md', 'Work/deep/b.md']],
  ['path:WORK/', ['Work/a.md', 'Work/deep/b.md']],
  ['in:Work/deep', ['Work/deep/b.md']],
  ['-path:work', ['a.b/f.md', 'a/e.md', 'notes/work/d.md', 'work.md', 'workshop/c.md']],
  ['in:a', ['a/e.md']],
  // No folder is called so.
  ['path:WOR', ['Work/a.md', 'Work/deep/b.md', 'work.md', 'workshop/c.md']],
  ['path:Work.MD', ['work.md']],
  ['path:NOTES/Work/D', ['notes/work/d.md']],
])('needle %s finds the folder alone, or else paths that begin so, in any case', (operator, paths) =>
  withVault(
    Object.fromEntries(
      [
        'Work/a.md',
        'Work/deep/b.md',
        'a.b/f.md',
        'a/e.md',
        'notes/work/d.md',
        'work.md',
        'workshop/c.md',
      ].map((path) => [path, 'needle']),
    ),
    async ({ call }) => {
      const found = await call('search_notes', { query: `needle ${operator}`, mode: 'keyword' })
      expect(ids(found).toSorted()).toEqual(paths)
    },
  ),
)

test('operators and parameters narrow the search, alone and together', () =>
  withVault(
    library,
    async ({ call }) => {
      const all = ['diary/alone.md', 'diary/one.md', 'plans/alpha.md', 'plans/beta.md']
      const cases: readonly (readonly [object, readonly string[]])[] = [
        [{ query: 'report' }, all],
        [{ query: 'REPORT' }, all],
        [{ query: '"budget report"' }, ['plans/alpha.md']],
        [{ query: 'report -budget' }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report -"budget report"' }, ['diary/alone.md', 'diary/one.md', 'plans/beta.md']],
        [{ query: 'repo*' }, all],
        [{ query: 'report tag:project' }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report tag:project/alpha' }, ['plans/alpha.md']],
        [{ query: 'report -tag:project' }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report path:diary' }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report in:plans/al' }, ['plans/alpha.md']],
        [{ query: 'report type:plans' }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report title:"garden diary"' }, ['diary/one.md']],
        [{ query: 'report has:tasks' }, ['diary/one.md', 'plans/alpha.md']],
        [{ query: 'report has:open-tasks' }, ['plans/alpha.md']],
        [{ query: 'report is:orphan' }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report has:broken-links' }, ['plans/beta.md']],
        [{ query: 'report has:urls' }, ['diary/alone.md']],
        [{ query: 'tag:project' }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report', type_filter: 'plans' }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report', directory: 'diary' }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report', tags: ['project'] }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report', since: '2026-02-01' }, ['diary/alone.md', 'plans/alpha.md']],
        [{ query: 'report', since: '1w' }, ['diary/alone.md']],
        [{ query: 'report', until: '2025-12-31' }, ['diary/one.md']],
        [{ query: 'report', metadata: { status: ['open', 'done'] } }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report', metadata: { status: 'open' } }, ['plans/alpha.md']],
        [{ query: 'report', links_to: 'beta' }, ['plans/alpha.md']],
        [{ query: 'report', is_orphan: true }, ['diary/alone.md', 'diary/one.md']],
        [{ query: 'report', is_orphan: false }, ['plans/alpha.md', 'plans/beta.md']],
        [{ query: 'report', has_broken_links: true }, ['plans/beta.md']],
        [{ query: 'report', has_broken_links: false }, ['diary/alone.md', 'diary/one.md', 'plans/alpha.md']],
        [{ query: 'report', include_archived: true }, [...all, 'archives/old.md'].sort()],
        [{ query: 'report', directory: 'archives' }, ['archives/old.md']],
        [{ query: 'report path:archives/' }, ['archives/old.md']],
        [{ query: 'report tag:project', metadata: { status: 'done' } }, ['plans/beta.md']],
        [{ query: 'xyzzy' }, []],
        [{ query: '' }, []],
      ]
      for (const [args, expected] of cases) {
        const result = await call('search_notes', args)
        expect(result.error, JSON.stringify(args)).toBeUndefined()
        expect([...ids(result)].sort(), JSON.stringify(args)).toEqual(expected)
        expect(result.total).toBe(expected.length)
      }
    },
    { now },
  ))

test('one missing word never empties the answer; notes with all the words come first', () =>
  withVault(library, async ({ call }) => {
    const result = await call('search_notes', { query: 'budget slugs zebra' })
    expect(result.total).toBe(3)
    const { results } = await call('search_notes', { query: 'report slugs' })
    expect(results[0].id).toBe('diary/one.md')
  }))

test('nothing found says so, and an empty query says what is missing', () =>
  withVault(library, async ({ call }) => {
    expect((await call('search_notes', { query: 'xyzzy' })).message).toContain('get_tags')
    expect((await call('search_notes', { query: '  ' })).message).toContain('no words')
  }))

test('FTS syntax in a query is just words', () =>
  withVault(library, async ({ call }) => {
    const queries = [
      'report AND OR NOT NEAR(',
      '"unclosed report',
      'title : report',
      'report*)(',
      '{title content} : report',
      'report ^ + - * : "" \'',
      "report'; DROP TABLE notes; --",
      'NEAR(report budget, 3)',
      'report\u0000null',
      '💥 report',
      '-report -',
      'tag: path: type: has:',
      '報告 report',
      'report '.repeat(20_000),
      '('.repeat(5_000),
    ]
    for (const query of queries) {
      const result = await call('search_notes', { query })
      expect(result.error, query.slice(0, 60)).toBeUndefined()
      expect(Array.isArray(result.results)).toBe(true)
    }
    expect((await call('search_notes', { query: 'report AND' })).total).toBe(4)
  }))

test('scripts written without spaces are found', () =>
  withVault({ 'ja.md': '今日は全文検索を試した。', 'th.md': 'ฉันชอบอ่านหนังสือ' }, async ({ call }) => {
    expect(ids(await call('search_notes', { query: '検索' }))).toEqual(['ja.md'])
    expect(ids(await call('search_notes', { query: 'หนังสือ' }))).toEqual(['th.md'])
  }))

describe('pages', () => {
  const many = Object.fromEntries(
    Array.from({ length: 90 }, (_, n) => [`n${String(n).padStart(2, '0')}.md`, `Needle ${'hay '.repeat(n)}`]),
  )

  test('follow one another, each hit once, 20 at most without a limit', () =>
    withVault(many, async ({ call }) => {
      const seen: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await call('search_notes', { query: 'needle', ...(cursor !== undefined && { cursor }) })
        expect(page.results.length).toBeLessThanOrEqual(20)
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(8_000)
        expect(page.total).toBe(90)
        seen.push(...ids(page))
        cursor = page.next_cursor
      } while (cursor !== undefined)
      expect(new Set(seen).size).toBe(90)
      expect(seen).toHaveLength(90)
    }))

  test('keep a limit, and a cursor of another query is refused', () =>
    withVault(many, async ({ call }) => {
      const page = await call('search_notes', { query: 'needle', limit: 7 })
      expect(page.results).toHaveLength(7)
      const { error } = await call('search_notes', { query: 'hay', cursor: page.next_cursor })
      expect(error.code).toBe('INVALID_ARGUMENT')
      expect((await call('search_notes', { query: 'needle', limit: 101 })).error.problems).toMatchObject([
        { parameter: 'limit', message: expect.stringContaining('at most 100') },
      ])
    }))
})

const filler = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`filler/${n}.md`, 'None of it.']))

test('several vaults give one ranking, each hit with its vault', () =>
  withVaults(
    {
      one: { ...filler, 'a.md': 'A word about otters among many others.' },
      two: { ...filler, 'a.md': '# Otters\n\nOtters.' },
    },
    async ({ call }) => {
      const all = await call('search_notes', { query: 'otters', vault_id: '*', fields: ['id'] })
      expect(all.total).toBe(2)
      expect(all.vaults).toHaveLength(2)
      expect(column(all.results, 'vault_id')).toEqual(['two', 'one'])
      expect(Object.keys(all.results[0]).sort()).toEqual(
        ['vault_id', 'id', 'score', 'snippet', 'line', 'heading', 'date', 'filename', 'path'].sort(),
      )
      const page = await call('search_notes', { query: 'otters', vault_id: ['one', 'two'], limit: 1 })
      expect(page).toMatchObject({ total: 2, has_more: true })
      const next = await call('search_notes', {
        query: 'otters',
        vault_id: ['one', 'two'],
        limit: 1,
        cursor: page.next_cursor,
      })
      expect(column(next.results, 'vault_id')).toEqual(['one'])
    },
  ))

test('a note changed by someone else is found with its new words', () =>
  withVault(library, async ({ call, write }) => {
    expect((await call('search_notes', { query: 'aardvark' })).total).toBe(0)
    await write('diary/one.md', 'An aardvark came by.')
    await call('list_notes')
    expect(ids(await call('search_notes', { query: 'aardvark' }))).toEqual(['diary/one.md'])
  }))

describe('by regular expression', () => {
  test('notes with a line that matches come with the first of them, those with most first', () =>
    withVault(sampleVault, async ({ call }) => {
      for (const args of [{ mode: 'regex' }, { use_regex: true }]) {
        const result = await call('search_notes', { query: 'le+ks?\\b', ...args })
        expect(ids(result)[0]).toBe('recipes/leek-soup.md')
        expect([...ids(result)].sort()).toEqual(['garden/leeks.md', 'journal.md', 'recipes/leek-soup.md'])
        expect(result.results[0]).toMatchObject({ line: 2, snippet: 'title: Leek soup', title: 'Leek soup' })
        expect(result.results.every(({ score }: Json) => score > 0 && score < 1)).toBe(true)
      }
    }))

  test('filters narrow it, pages follow one another, a colon is no operator', () =>
    withVault(sampleVault, async ({ call }) => {
      const regex = async (query: string, args: object = {}) =>
        await call('search_notes', { query, mode: 'regex', ...args })
      expect(ids(await regex('leek', { type_filter: 'garden' }))).toEqual(['garden/leeks.md'])
      expect(ids(await regex('leek', { tags: ['soup'] }))).toEqual(['recipes/leek-soup.md'])
      expect(ids(await regex('type: recipes'))).toEqual(['recipes/leek-soup.md'])
      const first = await regex('leek', { limit: 1 })
      expect(first).toMatchObject({ total: 3, has_more: true })
      expect(ids(await regex('leek', { limit: 1, cursor: first.next_cursor }))).not.toEqual(ids(first))
      expect(await regex('no such line')).toMatchObject({ total: 0, message: expect.any(String) })
    }))

  test('a search that is stopped, or has too many lines to look through, says that there may be more', () =>
    withVaults(
      { a: { 'a.md': 'word\n' }, b: { 'b.md': 'word\n'.repeat(50_001), 'c.md': 'word\n' } },
      async ({ call, hub }) => {
        const regex = { query: 'word', mode: 'regex' } as const
        const tooMany = expect.stringMatching(/^More than 50000 lines match: there may be more notes/)
        expect(await call('search_notes', { ...regex, vault_id: 'b' })).toMatchObject({ message: tooMany })
        expect(await call('search_notes', { ...regex, vault_id: '*' })).toMatchObject({ message: tooMany })

        const prepared = searchNotes.prepare(regex)
        if (prepared.scope !== 'vaults') throw new Error('It looks into vaults.')
        const vault = await hub.open((await hub.find('a')).id)
        const ctx = toyContext({ vaults: hub, signal: AbortSignal.abort() })
        expect(await prepared.run(vault, ctx)).toMatchObject({
          message: expect.stringMatching(/was stopped: there may be more notes than total says/),
        })
      },
    ))

  test('a pattern that cannot be read is an error with its reason', () =>
    withVault(sampleVault, async ({ call }) => {
      const { error } = await call('search_notes', { query: '(open', mode: 'regex' })
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('unclosed') })
      // What helps is told of this tool, not of search_text.
      expect(error.hint).toContain('without mode regex')
      expect(error.hint).not.toContain('fixed')
    }))
})

test('explain says which words a hit has, what they weigh and why it stands where it does', () =>
  withVault(sampleVault, async ({ call }) => {
    const { results } = await call('search_notes', { query: 'sweat leeks', explain: true })
    expect(results[0].explanation).toEqual({
      matched: 'all words',
      bm25: expect.any(Number),
      ideal: expect.any(Number),
      words: ['sweat', 'leeks'],
      // Where words alone were searched there was nothing to fuse.
      keyword: null,
      passage: null,
      cosine: null,
      own: null,
      lent: null,
    })
    expect(results[1].explanation).toMatchObject({ matched: 'some words', words: ['leeks'] })
    const begun = await call('search_notes', { query: 'journ', explain: true, mode: 'keyword' })
    expect(begun.results[0].explanation.matched).toBe('beginnings of words')
    const filtered = await call('search_notes', { query: 'tag:winter', explain: true })
    expect(filtered.results[0].explanation).toMatchObject({ matched: 'filter', words: [] })
  }))

test('a sentence is searched by the words that say what it is about', () =>
  withVault(sampleVault, async ({ call }) => {
    const result = await call('search_notes', { query: 'how do I simmer the leeks', explain: true })
    expect(result.results[0]).toMatchObject({
      id: 'recipes/leek-soup.md',
      explanation: { words: ['simmer', 'leeks'] },
    })
  }))
