import { rm, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { lines } from '../../support/lines.ts'
import { withVault, withVaults, type Json } from '../../support/with-vault.ts'
import { now, sampleVault } from '../sample-vault.ts'

const ids = ({ notes }: Json) => column(notes, 'id')

const dated = (date: string, ...more: readonly string[]) =>
  lines('---', `created: ${date}`, `updated: ${date}`, ...more, '---', '', 'Text.')

test('a note in a list has everything but its text', () =>
  withVault(sampleVault, async ({ call }) => {
    const result = await call('list_notes', { type: 'recipes' })
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      notes: [
        {
          id: 'recipes/leek-soup.md',
          title: 'Leek soup',
          type: 'recipes',
          path: 'recipes/leek-soup.md',
          filename: 'leek-soup.md',
          tags: ['winter', 'soup', 'soup/hot'].sort(),
          created: '2026-01-10T08:00:00Z',
          updated: '2026-01-20T18:30:00Z',
          modified: '2026-01-20T18:30:00Z',
          size: Buffer.byteLength(sampleVault['recipes/leek-soup.md']),
          word_count: 16,
          metadata: expect.objectContaining({ servings: 4, course: 'starter', tags: ['winter', 'soup'] }),
        },
      ],
      total: 1,
      has_more: false,
    })
  }))

const folders = {
  'work/plans/a.md': dated(
    '2026-01-01T00:00:00Z',
    'status: open',
    'tags: [project/alpha]',
    'people: [ada, bo]',
  ),
  'work/b.md': dated('2026-02-01T00:00:00Z', 'status: done', 'tags: [project]', 'priority: 2'),
  'home/c.md': dated('2026-02-20T12:00:00Z', 'status: open', 'tags: [house]'),
  'd.md': dated('2026-02-28T23:00:00Z'),
  'archives/e.md': dated('2025-01-01T00:00:00Z'),
}

test('filters by folder, tag, date and metadata add up', () =>
  withVault(
    folders,
    async ({ call }) => {
      const cases: readonly (readonly [object, readonly string[]])[] = [
        [{}, ['d.md', 'home/c.md', 'work/b.md', 'work/plans/a.md', 'archives/e.md']],
        [{ directory: 'work' }, ['work/b.md', 'work/plans/a.md']],
        [{ directory: '/work/' }, ['work/b.md', 'work/plans/a.md']],
        [{ directory: 'work', recursive: false }, ['work/b.md']],
        [{ recursive: false }, ['d.md']],
        [{ directory: 'wor' }, []],
        [{ type: 'work' }, ['work/b.md', 'work/plans/a.md']],
        [{ tags: ['project'] }, ['work/b.md', 'work/plans/a.md']],
        [{ tags: ['#Project/Alpha'] }, ['work/plans/a.md']],
        [{ tags: ['project', 'house'] }, []],
        [{ since: '2026-02-01' }, ['d.md', 'home/c.md', 'work/b.md']],
        [{ since: '2026-02-20T12:00:01Z' }, ['d.md']],
        [{ until: '2026-02-01' }, ['work/b.md', 'work/plans/a.md', 'archives/e.md']],
        [{ since: '2026-01-15', until: '2026-02-20' }, ['home/c.md', 'work/b.md']],
        [{ since: '2w' }, ['d.md', 'home/c.md']],
        [{ metadata: { status: 'open' } }, ['home/c.md', 'work/plans/a.md']],
        [{ metadata: { status: ['open', 'done'] } }, ['home/c.md', 'work/b.md', 'work/plans/a.md']],
        [{ metadata: { people: 'bo' } }, ['work/plans/a.md']],
        [{ metadata: { priority: 2, status: 'done' } }, ['work/b.md']],
        [{ metadata: { status: 'open' }, directory: 'home' }, ['home/c.md']],
        [{ recent: 2 }, ['d.md', 'home/c.md']],
        [{ recent: 2, directory: 'work', sort: 'created' }, ['work/b.md', 'work/plans/a.md']],
        [{ recent: 3, sort: 'path' }, ['d.md', 'home/c.md', 'work/b.md']],
        [{ recent: 3, sort: 'title', directory: 'work' }, ['work/plans/a.md', 'work/b.md']],
        [{ sort: 'path' }, ['archives/e.md', 'd.md', 'home/c.md', 'work/b.md', 'work/plans/a.md']],
        [{ sort: 'title' }, ['work/plans/a.md', 'work/b.md', 'home/c.md', 'd.md', 'archives/e.md']],
        [{ sort: 'created' }, ['d.md', 'home/c.md', 'work/b.md', 'work/plans/a.md', 'archives/e.md']],
      ]
      for (const [filter, expected] of cases) {
        const result = await call('list_notes', filter)
        expect(ids(result), JSON.stringify(filter)).toEqual(expected)
        expect(result.total).toBe(expected.length)
      }
    },
    { now },
  ))

test('a date that is none and a folder that leads out are errors with a hint', () =>
  withVault(folders, async ({ call }) => {
    for (const bad of [{ since: 'some day' }, { until: '2026-13-01' }, { since: '2026-02-30' }]) {
      const { error } = await call('list_notes', bad)
      expect(error, JSON.stringify(bad)).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.any(String) })
    }
    expect((await call('list_notes', { directory: 'work/../..' })).error.code).toBe('OUTSIDE_VAULT')
  }))

test('the list agrees with the disk at the moment of the call', () =>
  withVault({ 'a.md': '# A\n', 'sub/b.md': '# B\n' }, async ({ call, write, at }) => {
    expect((await call('list_notes', { sort: 'path' })).total).toBe(2)
    await write('new/deep/c.md', '# C\n')
    await write('a.md', '# Another title\n')
    await rm(at('sub/b.md'))
    const result = await call('list_notes', { sort: 'path' })
    expect(column(result.notes, 'title')).toEqual(['Another title', 'C'])
    await write('new/d.md', '# D\n')
    expect(ids(await call('list_notes', { directory: 'new', sort: 'path' }))).toEqual([
      'new/d.md',
      'new/deep/c.md',
    ])
  }))

describe('pages', () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => {
      const name = `notes/n${String(n).padStart(3, '0')}.md`
      return [name, dated(`2026-01-01T00:${String(n % 60).padStart(2, '0')}:00Z`, `count: ${n}`)]
    }),
  )

  test('follow one another; without limit a page takes at most 8 kB', () =>
    withVault(many, async ({ call }) => {
      const seen: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await call('list_notes', { sort: 'path', ...(cursor !== undefined && { cursor }) })
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(8_000)
        expect(page.total).toBe(120)
        seen.push(...ids(page))
        cursor = page.next_cursor
        expect(page.has_more).toBe(cursor !== undefined)
      } while (cursor !== undefined)
      expect(seen).toEqual(Object.keys(many).sort())
    }))

  test('a limit is kept, up to 32 kB', () =>
    withVault(many, async ({ call }) => {
      const page = await call('list_notes', { limit: 30, sort: 'path' })
      expect(page).toMatchObject({ total: 120, has_more: true })
      expect(page.notes).toHaveLength(30)
      const all = await call('list_notes', { limit: 1_000, sort: 'path' })
      expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThanOrEqual(32_000)
      expect(all).toMatchObject({ has_more: true, truncated: expect.stringContaining('next_cursor') })
      const slim = await call('list_notes', { limit: 1_000, fields: ['id'], sort: 'path' })
      expect(slim.notes).toHaveLength(120)
      expect(slim.notes[0]).toEqual({ id: 'notes/n000.md' })
      expect(slim.has_more).toBe(false)
    }))

  test('the newest come in the order that is asked for, page by page', () =>
    withVault(
      { 'c.md': dated('2026-01-03'), 'a.md': dated('2026-01-01'), 'b.md': dated('2026-01-02') },
      async ({ call }) => {
        const asked = { recent: 2, sort: 'path', limit: 1 }
        const first = await call('list_notes', asked)
        expect(first).toMatchObject({ notes: [{ id: 'b.md' }], total: 2, has_more: true })
        const second = await call('list_notes', { ...asked, cursor: first.next_cursor })
        expect(second).toMatchObject({ notes: [{ id: 'c.md' }], total: 2, has_more: false })
      },
    ))

  test('recent is a bound of the whole list', () =>
    withVault(many, async ({ call }) => {
      const first = await call('list_notes', { recent: 5, limit: 3 })
      expect(first).toMatchObject({ total: 5, has_more: true })
      const second = await call('list_notes', { recent: 5, limit: 3, cursor: first.next_cursor })
      expect([...ids(first), ...ids(second)]).toHaveLength(5)
      expect(second.has_more).toBe(false)
    }))
})

test('fields filter each note', () =>
  withVault(sampleVault, async ({ call }) => {
    const { notes } = await call('list_notes', { fields: ['title', 'metadata.servings'], sort: 'path' })
    expect(notes).toEqual([
      { title: 'Leeks' },
      { title: 'Journal' },
      { title: 'Leek soup', metadata: { servings: 4 } },
    ])
    expect(await call('list_notes', { fields: ['title', 'content'], limit: 1 })).toMatchObject({
      notes: [{ title: expect.any(String) }],
      message: 'A note here has no field "content": its text has to be read.',
    })
  }))

test('several vaults give one list, each note with its vault', () =>
  withVaults({ one: { 'a.md': '# A\n' }, two: { 'a.md': '# A\n', 'b.md': '# B\n' } }, async ({ call }) => {
    const all = await call('list_notes', { vault_id: '*', fields: ['id', 'vault_id'] })
    expect(all.message).toBeUndefined()
    expect(all.vaults).toEqual([
      { id: 'one', name: 'The one vault', is_current: true },
      { id: 'two', name: 'The two vault', is_current: false },
    ])
    expect(all.vault).toBeUndefined()
    expect(all.total).toBe(3)
    expect([...column(all.notes, 'vault_id')].sort()).toEqual(['one', 'two', 'two'])
    expect((await call('list_notes', { vault_id: ['two'] })).total).toBe(2)
    expect(await call('list_notes', { vault_id: 'two' })).toMatchObject({ vault: { id: 'two' }, total: 2 })
  }))

test('several vaults are in one order, and recent counts over all of them', () => {
  const one = { 'old.md': dated('2026-01-01'), 'newest.md': dated('2026-02-03') }
  const two = { 'middle.md': dated('2026-01-15'), 'newer.md': dated('2026-02-02') }
  return withVaults({ one, two }, async ({ call }) => {
    const all = await call('list_notes', { vault_id: '*' })
    expect(ids(all)).toEqual(['newest.md', 'newer.md', 'middle.md', 'old.md'])
    const recent = await call('list_notes', { vault_id: '*', recent: 2 })
    expect(ids(recent)).toEqual(['newest.md', 'newer.md'])
    expect(recent.total).toBe(2)
    const newest = { vault_id: '*', recent: 3, sort: 'title', limit: 2 }
    const first = await call('list_notes', newest)
    expect(ids(first)).toEqual(['middle.md', 'newer.md'])
    expect(ids(await call('list_notes', { ...newest, cursor: first.next_cursor }))).toEqual(['newest.md'])
    expect(ids(await call('list_notes', { vault_id: '*', recent: 2, sort: 'path', limit: 1 }))).toEqual([
      'newer.md',
    ])
    const byTitle = await call('list_notes', { vault_id: '*', sort: 'title' })
    expect(ids(byTitle)).toEqual(['middle.md', 'newer.md', 'newest.md', 'old.md'])
  })
})

test('a folder that is no part of the vault is not looked into, and nothing in it is found from then on', () =>
  withVault(
    {
      '.git/a.md': 'foreignword',
      'node_modules/b/c.md': 'foreignword',
      'inner/.flint-note/config.yml': '{}\n',
      'inner/sub/d.md': 'foreignword',
      'drafts/e.md': 'foreignword',
      '.flint-note/config.yml': 'index: { ignore: [drafts] }\n',
      'own.md': 'ownword',
    },
    async ({ call, at }) => {
      await symlink(at('.git'), at('way'))
      for (const [directory, code] of [
        ['.git', 'INVALID_PATH'],
        ['way', 'INVALID_PATH'],
        ['inner/sub', 'OUTSIDE_VAULT'],
      ]) {
        expect((await call('list_notes', { directory })).error).toMatchObject({ code })
      }
      for (const directory of ['node_modules/b', 'drafts'])
        expect(await call('list_notes', { directory })).toMatchObject({ total: 0 })
      expect((await call('search_notes', { query: 'foreignword' })).results).toEqual([])
      expect((await call('list_notes', {})).notes).toMatchObject([{ id: 'own.md' }])
    },
  ))

test('since and until take a date in words; other words are told what they may be', () =>
  withVault(
    {
      'old.md': '---\nupdated: 2026-02-20\n---\n',
      'monday.md': '---\nupdated: 2026-02-23\n---\n',
      'new.md': '---\nupdated: 2026-02-24\n---\n',
    },
    async ({ call }) => {
      const listed = async (filter: object) =>
        column((await call('list_notes', { ...filter, sort: 'path' })).notes, 'id')
      expect(await listed({ since: 'last monday' })).toEqual(['monday.md', 'new.md'])
      expect(await listed({ since: 'Feb 20', until: 'Monday' })).toEqual(['monday.md', 'old.md'])
      expect(await listed({ until: 'february' })).toEqual(['monday.md', 'new.md', 'old.md'])
      expect((await call('list_notes', { since: 'soonish' })).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        hint: expect.stringContaining('last monday'),
      })
    },
    { now: () => new Date(2026, 1, 25, 12) },
  ))

test('a type that no note is of is said to be a folder, also where it is a property', () =>
  withVault({ 'a.md': '---\ntype: meeting\n---\n', 'books/b.md': 'B\n' }, async ({ call }) => {
    expect((await call('list_notes', { type: 'meeting' })).message).toMatch(/meeting.*folder.*metadata/)
    expect((await call('list_notes', { type: 'film' })).message).not.toContain('metadata')
    expect((await call('list_notes', { type: 'books', tags: ['x'] })).message).toBeUndefined()
  }))
