import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { withVault, withVaults, type Files } from '../../support/with-vault.ts'

const now = () => new Date('2026-03-10T12:00:00Z')
const note = (data: Readonly<Record<string, unknown>>, body = 'Nothing more.') =>
  `---\n${Object.entries(data)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}---\n\n${body}\n`

const files: Files = {
  'todo/a.md': note(
    {
      title: 'A',
      status: 'in_progress',
      priority: 10,
      due: '2026-03-12',
      updated: '2026-03-09T08:00:00Z',
      created: '2026-03-01',
      tags: ['work', 'Urgent'],
    },
    'Needs a REVIEW soon.',
  ),
  'todo/b.md': note(
    {
      title: 'B',
      status: 'In_Progress',
      priority: '3',
      due: '2026-03-12T09:30:00Z',
      updated: '2026-03-08T08:00:00Z',
      created: '2025-03-01',
      tags: ['home'],
    },
    'Preview of 100% plans. #work',
  ),
  'todo/c.md': note({
    title: 'C',
    status: 'done',
    priority: 2.5,
    due: '2026-04-01',
    updated: '2026-01-01T08:00:00Z',
    owner: { name: 'Ada' },
  }),
  'todo/d.md': note(
    { title: 'D', status: null, priority: 'high', updated: '2026-03-07T08:00:00Z', done: false },
    'ÄRGER im review',
  ),
  'book/e.md': note({
    title: 'E',
    rating: 5,
    authors: ['Ada Byron', 'Ben'],
    updated: '2026-02-01T00:00:00Z',
  }),
  'archives/todo/old.md': note({ title: 'Old', status: 'in_progress', priority: 10 }),
}

const cases: readonly (readonly [filters: readonly object[], expected: string])[] = [
  [[{ key: 'status', value: 'in_progress' }], 'ab'],
  [
    [
      { key: 'status', value: 'in_progress' },
      { key: 'priority', operator: '>=', value: '3' },
    ],
    'ab',
  ],
  [[{ key: 'priority', operator: '>', value: 3 }], 'a'],
  [[{ key: 'priority', operator: '>=', value: '3' }], 'ab'],
  [[{ key: 'priority', operator: '<', value: 10 }], 'bc'],
  [[{ key: 'priority', operator: '<=', value: 3.0 }], 'bc'],
  [[{ key: 'priority', operator: '=', value: '3' }], 'b'],
  [[{ key: 'priority', value: 3 }], 'b'],
  [[{ key: 'priority', operator: '!=', value: 3 }], 'acde'],
  [[{ key: 'status', operator: '!=', value: 'done' }], 'abde'],
  [
    [
      { key: 'status', operator: '!=', value: 'done' },
      { key: 'status', operator: 'exists' },
    ],
    'ab',
  ],
  [[{ key: 'status', operator: 'exists', value: false }], 'de'],
  [[{ key: 'status', value: null }], 'de'],
  [[{ key: 'due', value: '2026-03-12' }], 'ab'],
  [[{ key: 'due', operator: '<=', value: '2026-03-12' }], 'ab'],
  [[{ key: 'due', operator: '>', value: '2026-03-12' }], 'c'],
  [[{ key: 'due', operator: '>', value: '2026-03-12T09:00:00Z' }], 'bc'],
  [[{ key: 'due', operator: '<', value: '2026-03-12T11:00:00+02:00' }], 'a'],
  [[{ key: 'priority', operator: 'in', value: [2.5, '10'] }], 'ac'],
  [[{ key: 'priority', operator: 'in', value: 'high' }], 'd'],
  [[{ key: 'authors', operator: 'contains', value: 'ben' }], 'e'],
  [[{ key: 'authors', operator: 'contains', value: 'Byron' }], ''],
  [[{ key: 'status', operator: 'contains', value: 'PROGRESS' }], 'ab'],
  [[{ key: 'tags', operator: 'contains', value: 'work' }], 'ab'],
  [[{ key: 'tags', value: 'urgent' }], 'a'],
  [[{ key: 'done', value: false }], 'd'],
  [[{ key: 'STATUS', value: 'done' }], 'c'],
  [
    [
      {
        any: [
          { key: 'status', value: 'done' },
          { key: 'rating', operator: '>', value: 4 },
        ],
      },
    ],
    'ce',
  ],
  [
    [
      {
        any: [
          {
            all: [
              { key: 'status', value: 'in_progress' },
              { key: 'priority', value: 3 },
            ],
          },
          { key: 'rating', value: 5 },
        ],
      },
    ],
    'be',
  ],
  [[{ all: [{ key: 'status', value: 'in_progress' }] }, { key: 'priority', operator: '<', value: 5 }], 'b'],
  [[{ key: "x' OR 1=1 --", value: "' OR '1'='1" }], ''],
]

test('metadata compares numbers as numbers and dates as dates, alone and in groups', () =>
  withVault(
    files,
    async ({ call }) => {
      for (const [metadata_filters, expected] of cases) {
        const result = await call('search_notes_advanced', { metadata_filters, sort: [{ field: 'title' }] })
        const found = column(result.results, 'title').join('').toLowerCase()
        expect([metadata_filters, result.error, found, result.total]).toEqual([
          metadata_filters,
          undefined,
          expected,
          expected.length,
        ])
      }
    },
    { now },
  ))

test('the seed example: type, metadata, dates, text, sort and fields together', () =>
  withVault(
    files,
    async ({ call }) => {
      const result = await call('search_notes_advanced', {
        type: 'todo',
        metadata_filters: [
          { key: 'status', value: 'in_progress' },
          { key: 'priority', operator: '>=', value: '3' },
        ],
        updated_within: '7d',
        content_contains: 'review',
        sort: [{ field: 'updated', order: 'desc' }],
        limit: 50,
        fields: ['id', 'title', 'type', 'updated', 'metadata.status', 'metadata.priority'],
      })
      expect(result).toMatchObject({ total: 2, has_more: false })
      expect(result.results[0]).toEqual({
        id: 'todo/a.md',
        title: 'A',
        type: 'todo',
        updated: '2026-03-09T08:00:00Z',
        metadata: { status: 'in_progress', priority: 10 },
        path: 'todo/a.md',
        filename: 'a.md',
        score: 1,
        snippet: 'Needs a REVIEW soon.',
        line: 11,
      })
    },
    { now },
  ))

test('dates, contained text and orders', () =>
  withVault(
    files,
    async ({ call }) => {
      const titles = async (args: object) => {
        const result = await call('search_notes_advanced', args)
        expect(result.error).toBeUndefined()
        return column(result.results, 'title').join('')
      }
      expect(await titles({})).toBe('ABDEC')
      expect(await titles({ updated_within: '2d' })).toBe('A')
      expect(await titles({ updated_before: '30d' })).toBe('EC')
      expect(await titles({ updated_before: '2026-03-08' })).toBe('DEC')
      expect(
        await titles({
          created_within: '2w',
          type: 'todo',
          metadata_filters: [{ key: 'created', operator: 'exists' }],
        }),
      ).toBe('A')
      expect(await titles({ content_contains: 'ärger' })).toBe('D')
      expect(await titles({ content_contains: 'ärger'.normalize('NFD') })).toBe('D')
      expect(await titles({ content_contains: '100%' })).toBe('B')
      expect(await titles({ content_contains: '1%0' })).toBe('')
      expect(await titles({ content_contains: '_' })).toBe('')
      expect(await titles({ type: 'archives' })).toBe('Old')
      expect(await titles({ sort: [{ field: 'priority', order: 'desc' }, { field: 'title' }] })).toBe('DABCE')
      expect(await titles({ sort: [{ field: 'metadata.priority' }] })).toBe('CBADE')
      expect(await titles({ sort: [{ field: 'type' }, { field: 'title', order: 'desc' }] })).toBe('EDCBA')
      expect(await titles({ sort: [{ field: "title'; DROP TABLE note; --" }] })).toBe('EABCD')
      const first = await call('search_notes_advanced', { limit: 2 })
      const next = await call('search_notes_advanced', { limit: 2, cursor: first.next_cursor })
      expect(column(next.results, 'title')).toEqual(['D', 'E'])
    },
    { now },
  ))

test('the archive is left out unless type names it', () =>
  withVault(files, async ({ call }) => {
    const query = { metadata_filters: [{ key: 'title', operator: '=', value: 'Old' }] }
    expect((await call('search_notes_advanced', query)).total).toBe(0)
    const { results } = await call('search_notes_advanced', { ...query, type: 'archives' })
    expect(column(results, 'id')).toEqual(['archives/todo/old.md'])
  }))

test('what cannot be read as a filter is named', () =>
  withVault(files, async ({ call }) => {
    const bad: readonly (readonly [object, string])[] = [
      [{ operator: '=', value: 1 }, 'metadata_filters[0].key'],
      [{ key: 'a', operator: '>' }, 'metadata_filters[0].value'],
      [{ key: 'a', operator: '>', value: [1, 2] }, 'metadata_filters[0].value'],
      [{ key: 'a', operator: 'exists', value: 'x' }, 'metadata_filters[0].value'],
      [{ any: [{ key: 'a', operator: '~', value: 1 }] }, 'metadata_filters[0].any[0].operator'],
      [{ key: 'a', value: { b: 1 } }, 'metadata_filters[0].value'],
      [{ any: [] }, 'metadata_filters[0]'],
    ]
    for (const [filter, place] of bad) {
      const { error } = await call('search_notes_advanced', { metadata_filters: [filter] })
      expect([filter, error?.code]).toEqual([filter, 'INVALID_ARGUMENT'])
      expect(error.message).toContain(place)
    }
    const dated = await call('search_notes_advanced', { updated_within: 'soon' })
    expect(dated.error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('updated_within'),
    })
  }))

test('several vaults give one order, each hit with its vault', () =>
  withVaults({ a: files, b: files }, async ({ call }) => {
    const result = await call('search_notes_advanced', {
      vault_id: '*',
      metadata_filters: [{ key: 'priority', operator: 'exists' }],
      sort: [{ field: 'priority' }],
    })
    expect(result.results.map((hit: { title: string; vault_id: string }) => hit.title).join('')).toBe(
      'CCBBAADD',
    )
    expect(column(result.results, 'vault_id').slice(0, 2)).toEqual(['a', 'b'])
  }))

test('numbers that no number holds, and texts in other capitals, are compared as they are written', () =>
  withVault(
    {
      'a.md': '---\nuid: 20240102123456789\nstatus: Ärger\n---\n',
      'b.md': '---\nuid: 20240102123456788\nstatus: ärger\n---\n',
      'c.md': '---\nlist: [a\n]\nuid: 20240102123456787\nstatus: ÄRGER\n---\n',
    },
    async ({ call }) => {
      const ids = async (key: string, operator: string, value: string) => {
        const filter = { metadata_filters: [{ key, operator, value }] }
        return column((await call('search_notes_advanced', filter)).results, 'id').toSorted()
      }
      expect(await ids('uid', '=', '20240102123456788')).toEqual(['b.md'])
      expect(await ids('uid', '=', '20240102123456787')).toEqual(['c.md'])
      expect(await ids('status', '=', 'ärger')).toEqual(['a.md', 'b.md', 'c.md'])
      expect(await ids('status', '!=', 'ärger')).toEqual([])
      expect(await ids('status', 'contains', 'RGE'.normalize('NFD'))).toEqual(['a.md', 'b.md', 'c.md'])
      expect((await call('list_notes', { metadata: { status: 'äRGER' } })).total).toBe(3)
      expect((await call('get_note', { identifier: 'a' })).metadata.uid).toBe('20240102123456789')
      expect((await call('search_notes', { query: '20240102123456789', mode: 'keyword' })).total).toBe(1)
    },
  ))

test('a property is named in either Unicode form', () =>
  withVault({ 'a.md': `---\n${'größe'.normalize('NFD')}: {länge: 5}\nhöhe: 5\n---\n` }, async ({ call }) => {
    for (const metadata of [{ höhe: 5 }, { ['höhe'.normalize('NFD')]: 5 }, { 'größe.länge': 5 }])
      expect([metadata, (await call('list_notes', { metadata })).total]).toEqual([metadata, 1])
    const named = { key: 'größe', operator: 'exists' }
    expect((await call('search_notes_advanced', { metadata_filters: [named] })).total).toBe(1)
  }))

test('a filter may write a date without zeros, and a text is no date', () =>
  withVault(
    {
      'a.md': '---\nday: 2024-01-05\n---\n',
      'b.md': '---\nday: hello\n---\n',
      'c.md': '---\nday: 2024-10-20T10:00:00Z\n---\n',
      'd.md': '---\nday: 2024-1-5\n---\n',
    },
    async ({ call }) => {
      const ids = async (operator: string, value: string) => {
        const filter = { metadata_filters: [{ key: 'day', operator, value }] }
        return column((await call('search_notes_advanced', filter)).results, 'id').toSorted()
      }
      expect(await ids('>=', '2024-1-1')).toEqual(['a.md', 'c.md'])
      expect(await ids('<', '2024-9-1')).toEqual(['a.md'])
      expect(await ids('>', '2024-9-1')).toEqual(['c.md'])
      expect(await ids('>', '2024-10-20 09:00')).toEqual(['c.md'])
      expect(await ids('<', '2024-1-6T09:00Z')).toEqual(['a.md'])
      expect(await ids('=', '2024-1-5')).toEqual(['a.md', 'd.md'])
      expect(await ids('=', '2024-01-05')).toEqual(['a.md'])
      expect(await ids('!=', '2024-1-5')).toEqual(['b.md', 'c.md'])
    },
  ))

const dated = {
  'a.md':
    '---\nday: 2026-01-05T10:00:00Z\nn: 3\nnest: {k: 1, deep: {list: [x, y]}, is: true}\n---\nText #intag\n',
  'b.md': '---\nday: 2026-01-06\nstatus: open\n---\n',
}

test.each<[metadata: object, ids: readonly string[]]>([
  [{ day: '2026-01-05' }, ['a.md']],
  [{ n: '3.0' }, ['a.md']],
  [{ tags: 'intag' }, ['a.md']],
  [{ status: null }, ['a.md']],
  [{ status: [null, 'open'] }, ['a.md', 'b.md']],
  [{ status: [] }, []],
  [{ 'metadata.status': 'OPEN' }, ['b.md']],
  [{ 'nest.k': 1 }, ['a.md']],
  [{ 'nest.deep.list': 'y' }, ['a.md']],
  [{ 'nest.is': true }, ['a.md']],
  [{ 'nest.none': null }, ['a.md', 'b.md']],
])('metadata %j is judged as by the = of search_notes_advanced', (metadata, wanted) =>
  withVault(dated, async ({ call }) => {
    const filters = Object.entries(metadata).map(([key, value]) => ({ key, operator: '=', value }))
    expect(column((await call('list_notes', { metadata, sort: 'path' })).notes, 'id')).toEqual(wanted)
    const found = await call('search_notes', { query: '', metadata })
    expect(column(found.results, 'id').toSorted()).toEqual(wanted)
    if (wanted.length === 0) return
    const advanced = await call('search_notes_advanced', { metadata_filters: filters })
    expect(column(advanced.results, 'id').toSorted()).toEqual(wanted)
  }),
)

test('a property that no note has is told, with the likely one', () =>
  withVault(dated, async ({ call }) => {
    const filter = { metadata_filters: [{ any: [{ key: 'stauts', value: 'open' }] }] }
    expect((await call('search_notes_advanced', filter)).message).toBe(
      'No note has the property "stauts", but "status".',
    )
    expect((await call('search_notes_advanced', { sort: [{ field: 'zzz' }] })).message).toBe(
      'No note has the property "zzz".',
    )
    const known = { metadata_filters: [{ key: 'status', value: 'shut' }], sort: [{ field: 'title' }] }
    expect((await call('search_notes_advanced', known)).message).toBeUndefined()
  }))

test('what is equal but for case is neither less nor more, in any script', () =>
  withVault(
    {
      'a.md': note({ name: 'Überfällig' }),
      'b.md': note({ name: 'überfällig' }),
      'c.md': note({ name: 'DONE' }),
    },
    async ({ call }) => {
      const find = async (operator: string, value: string) => {
        const { results } = await call('search_notes_advanced', {
          metadata_filters: [{ key: 'name', operator, value }],
        })
        return column(results, 'id').toSorted()
      }
      for (const value of ['überfällig', 'ÜBERFÄLLIG', 'Überfällig']) {
        expect(await find('=', value)).toEqual(['a.md', 'b.md'])
        expect(await find('<=', value)).toEqual(['a.md', 'b.md', 'c.md'])
        expect(await find('<', value)).toEqual(['c.md'])
        expect(await find('>=', value)).toEqual(['a.md', 'b.md'])
        expect(await find('>', value)).toEqual([])
      }
      expect(await find('<', 'done')).toEqual([])
    },
  ))

test('a number with zeros before it is one, where YAML reads it so', () =>
  withVault(
    { 'p.md': '---\npriority: 007\n---\n', 'q.md': '---\npriority: "007"\n---\n' },
    async ({ call }) => {
      const find = async (operator: string, value: string | number) => {
        const { results } = await call('search_notes_advanced', {
          metadata_filters: [{ key: 'priority', operator, value }],
        })
        return column(results, 'id').toSorted()
      }
      expect(await find('=', '007')).toEqual(['p.md', 'q.md'])
      expect(await find('<=', '007')).toEqual(['p.md', 'q.md'])
      expect(await find('<', '007')).toEqual([])
      expect(await find('=', 7)).toEqual(['p.md'])
      expect(await find('>', '006')).toEqual(['p.md', 'q.md'])
    },
  ))

test('a key below another fits what stands there, not what stands below that', () => {
  const nested = (inner: unknown) => note({ nested: { a: inner } })
  const files = { 'map.md': nested({ c: 3 }), 'one.md': nested(3), 'list.md': nested([3, { c: 4 }]) }
  return withVault(files, async ({ call }) => {
    const found = async (filter: object) => {
      const { results } = await call('search_notes_advanced', {
        metadata_filters: [{ key: 'nested.a', ...filter }],
        sort: [{ field: 'path' }],
      })
      return column(results, 'id')
    }
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ value: 3 }, ['list.md', 'one.md']],
      [{ operator: '>', value: 2 }, ['list.md', 'one.md']],
      [{ operator: '<', value: 5 }, ['list.md', 'one.md']],
      [{ operator: 'in', value: [3, 4] }, ['list.md', 'one.md']],
      [{ operator: '!=', value: 3 }, ['map.md']],
      [{ operator: 'exists' }, ['list.md', 'map.md', 'one.md']],
      [{ key: 'nested.a.c', value: 3 }, ['map.md']],
    ]
    for (const [filter, ids] of cases) expect(await found(filter), JSON.stringify(filter)).toEqual(ids)
    const listed = await call('list_notes', { metadata: { 'nested.a': 3 }, sort: 'path' })
    expect(column(listed.notes, 'id')).toEqual(['list.md', 'one.md'])
  })
})
