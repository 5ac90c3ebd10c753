import { expect, test } from 'vitest'
import { taskDue } from '../../src/model/task-due.ts'
import { column } from '../support/plain.ts'
import { type Json, withVault } from '../support/with-vault.ts'

const now = () => new Date('2026-03-10T12:00:00Z')

test.each([
  ['Call 📅 2026-01-31 #home', '2026-01-31'],
  ['Call [due:: 2026-01-31]', '2026-01-31'],
  ['Call (due:: 2026-01-31)', '2026-01-31'],
  ['Call [created:: 2026-01-31]', null],
  ['Call due 2026-01-31', null],
])('%s is due %s', (text, day) => {
  expect(taskDue(text)).toBe(day)
})

test('tasks are found by their words and by the day that they are due', () =>
  withVault(
    {
      'a.md':
        '- [ ] Call ÉMILE 📅 2026-03-01\n- [ ] Write to Ada [due:: 2026-03-10]\n- [ ] Sow (due:: 2026-03-20)\n- [ ] Rest\n',
    },
    async ({ call }) => {
      const texts = async (args: object) => (await call('get_todos', args)).todos.map(lineOf)
      const lineOf = ({ line_number }: Json) => line_number
      expect(await texts({ query: 'émile call' })).toEqual([1])
      expect(await texts({ due_before: '2026-03-10' })).toEqual([1])
      expect(await texts({ due_before: 'tomorrow' })).toEqual([1, 2])
      expect(await texts({ due_before: '2w' })).toEqual([1, 2, 3])
      expect(await texts({ due_before: '2w', query: 'sow' })).toEqual([3])
      expect(await call('get_todos', { due_before: '2w', limit: 2 })).toMatchObject({
        total: 3,
        has_more: true,
      })
      expect(await texts({ since: 'today', query: 'rest' })).toEqual([4])
    },
    { now },
  ))

test('several inbox items go at once, or none', () =>
  withVault(
    { 'inbox.md': '- 2026-01-01 one\n- 2026-01-01 two\n- 2026-01-01 three\n' },
    async ({ call, read }) => {
      const clear = (args: object) => call('clear_inbox_item', { ...args, confirm: true })
      expect((await clear({ indexes: [0, 9] })).error).toMatchObject({ code: 'NOT_FOUND' })
      expect((await clear({ index: 0, indexes: [1] })).error).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(await clear({ indexes: [2, 0, 2] })).toMatchObject({ removed_count: 2, remaining_count: 1 })
      expect(await read('inbox.md')).toBe('- 2026-01-01 two\n')
    },
  ))

test('inbox items that were chosen from an older list stay, however many are named', () =>
  withVault({ 'inbox.md': '- one\n- two\n- three\n' }, async ({ call, write, read }) => {
    const { content_hash: hash } = await call('get_inbox', {})
    const edited = '- two\n- three\n'
    await write('inbox.md', edited)
    const clear = (content_hash: string) =>
      call('clear_inbox_item', { indexes: [0], content_hash, confirm: true })
    expect((await clear(hash)).error.code).toBe('CONTENT_HASH_MISMATCH')
    expect(await read('inbox.md')).toBe(edited)
    const { content_hash: now } = await call('get_inbox', {})
    expect(await clear(now)).toMatchObject({ removed_text: 'two', remaining_count: 1 })
  }))

test('the inbox is no note to link to from what was made of its items', () =>
  withVault(
    {
      'inbox.md': '- Lanterns of Boston\n',
      'b.md': '# Boston\n\nLanterns along the river.\n',
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`more/${n}.md`, `Nothing of that, ${n}.\n`]),
      ),
    },
    async ({ call }) => {
      const made = await call('create_note', {
        title: 'Lanterns',
        directory: '',
        content: 'Lanterns of Boston',
      })
      expect(column(made.suggested_links, 'path')).toEqual(['b.md'])
    },
  ))

test('where a directory holds no notes the words are not said to be missing', () =>
  withVault({ 'Daily/a.md': 'Bread.\n', 'archives/b.md': 'Bread.\n' }, async ({ call }) => {
    const message = async (tool: string, directory: string) =>
      (await call(tool, { ...(tool === 'search_notes' && { query: 'bread' }), directory })).message
    expect(await message('search_notes', 'people')).toBe('That directory has no notes. Search without it.')
    expect(await message('search_notes', 'Daily')).toBeUndefined()
    expect(await message('search_notes', 'archives')).not.toBe(
      'That directory has no notes. Search without it.',
    )
    expect(await message('list_notes', 'daily')).toBeUndefined()
    expect((await call('list_notes', { directory: 'daily' })).total).toBe(1)
    expect(await message('list_notes', 'people')).toContain('no folder "people" here. ')
  }))

test('a backlink from frontmatter quotes its line', () =>
  withVault({ 'a.md': '# A\n', 'b.md': '---\nup: "[[a]]"\n---\n\nText\n' }, async ({ call }) => {
    const { backlinks } = await call('get_backlinks', { identifier: 'a.md' })
    expect(column(backlinks, 'excerpt')).toEqual(['up: "[[a]]"'])
  }))

test('each field that is wrong is said once, with its options', () =>
  withVault(
    {
      'jobs/_description.md':
        '# jobs\n\n## Purpose\nWork.\n\n## Metadata Schema\n- status: State (required, select, options: [open, shut])\n',
    },
    async ({ callAsAgent }) => {
      const { error } = await callAsAgent('create_note', {
        type: 'jobs',
        title: 'Paint',
        metadata: { status: 'ajar' },
      })
      expect(error).toMatchObject({
        message: 'The metadata does not fit the type "jobs": status',
        fields: [{ field: 'status', message: '`status` must be one of open, shut, not "ajar".' }],
      })
    },
  ))

test('template daily is that of the vault’s daily notes', () =>
  withVault(
    {
      '.obsidian/daily-notes.json': '{"folder":"log","template":"shapes/day"}',
      '.obsidian/app.json': '{}',
      'shapes/day.md': '## Weather\n',
    },
    async ({ call, read }) => {
      const { path } = await call('create_note', { title: 'One', directory: '', template: 'daily' })
      expect(await read(path)).toContain('## Weather')
    },
  ))
