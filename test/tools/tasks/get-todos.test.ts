import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault, withVaults } from '../../support/with-vault.ts'
import { now } from '../sample-vault.ts'

const garden = {
  'projects/shed.md': lines(
    '# Shed',
    '',
    '- [ ] Buy wood',
    '  - [/] Ask the mill',
    '- [x] Measure',
    '- [-] Paint',
  ),
  'daily/2026-02-01.md': lines('> - [ ] Call Ada', '', '```', '- [ ] no task', '```'),
  'ideas/pond.md': lines('1. [>] Dig', '* [ ] Fill'),
  'archives/old.md': lines('- [ ] Long gone'),
}

test('a task of a note from outside says so', () =>
  withVault(
    {
      'daily/a.md': '---\nsource_type: ingested\n---\n- [ ] One\n',
      'daily/b.md': '---\nuntrusted: true\n---\n- [ ] Two\n',
      'daily/c.md': '- [ ] Three\n',
    },
    async ({ call }) => {
      const { todos } = await call('get_todos')
      expect(column(todos, 'untrusted')).toEqual([true, true, undefined])
    },
  ))

test('a box without text is no task, and no template of flint begins with one', () =>
  withVaults({ other: {} }, async ({ call, folder }) => {
    await call('create_vault', { vault_id: 'zk', name: 'Zk', path: join(folder, 'zk'), note_types: 'zk' })
    for (const vault_id of ['zk', 'other'])
      for (const template of ['daily', 'project', 'area', 'person']) {
        const note = { vault_id, title: template, directory: 'projects', template }
        const { id } = await call('create_note', note)
        const { content } = await call('get_note', { vault_id, identifier: id })
        expect(content).toContain('## ')
        expect(content).not.toContain('[ ]')
      }
    await call('create_note', { path: 'projects/mine.md', title: 'M', content: '- [ ] \n- [ ] One\n- [x]\n' })
    const { todos, total } = await call('get_todos', { status: 'all' })
    expect({ texts: column(todos, 'task_text'), total }).toEqual({ texts: ['One'], total: 1 })
  }))

test('open tasks come with note, title, line and mark, note by note', () =>
  withVault(garden, async ({ call }) => {
    expect(await call('get_todos')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      todos: [
        {
          id: 'daily/2026-02-01.md',
          path: 'daily/2026-02-01.md',
          title: '2026-02-01',
          line_number: 1,
          task_text: 'Call Ada',
          status: 'open',
          mark: ' ',
        },
        {
          id: 'projects/shed.md',
          path: 'projects/shed.md',
          title: 'Shed',
          line_number: 3,
          task_text: 'Buy wood',
          status: 'open',
          mark: ' ',
        },
        expect.objectContaining({ line_number: 4, task_text: 'Ask the mill', status: 'open', mark: '/' }),
      ],
      total_count: 3,
      total: 3,
      has_more: false,
      message: '2 more in other folders: directories ["."] is the whole vault.',
      directories: ['projects', 'daily'],
    })
  }))

test('without the usual folders the whole vault is looked through, but for the archive', () =>
  withVault(
    { 'ideas/pond.md': garden['ideas/pond.md'], 'archives/old.md': '- [ ] Gone\n' },
    async ({ call }) => {
      const { todos, directories } = await call('get_todos')
      expect(column(todos, 'task_text')).toEqual(['Dig', 'Fill'])
      expect(directories).toBeUndefined()
      expect(column((await call('get_todos', { directories: ['archives'] })).todos, 'task_text')).toEqual([
        'Gone',
      ])
    },
  ))

test('directories say where; "." is everywhere', () =>
  withVault(garden, async ({ call }) => {
    const texts = async (directories: readonly string[]) =>
      column((await call('get_todos', { directories })).todos, 'task_text')
    expect(await texts(['ideas'])).toEqual(['Dig', 'Fill'])
    expect(await texts(['/daily/', 'ideas', 'none'])).toEqual(['Call Ada', 'Dig', 'Fill'])
    expect(await texts(['.'])).toEqual(['Call Ada', 'Dig', 'Fill', 'Buy wood', 'Ask the mill'])
    expect((await call('get_todos', { directories: ['../x'] })).error.code).toBe('OUTSIDE_VAULT')
  }))

test('status picks done, cancelled, all or one mark', () =>
  withVault(garden, async ({ call }) => {
    const texts = async (status: string) =>
      column((await call('get_todos', { directories: ['.'], status })).todos, 'task_text')
    expect(await texts('done')).toEqual(['Measure'])
    expect(await texts('cancelled')).toEqual(['Paint'])
    expect(await texts('/')).toEqual(['Ask the mill'])
    expect(await texts('>')).toEqual(['Dig'])
    expect(await texts('all')).toHaveLength(7)
    expect((await call('get_todos', { status: 'later' })).error.code).toBe('INVALID_ARGUMENT')
  }))

test('since leaves out notes that have not changed after it', () =>
  withVault(
    {
      'a.md': lines('---', 'updated: 2026-02-27', '---', '- [ ] new'),
      'b.md': lines('---', 'updated: 2026-01-27', '---', '- [ ] old'),
    },
    async ({ call }) => {
      for (const since of ['2026-02-01', '7d'])
        expect(column((await call('get_todos', { since })).todos, 'task_text')).toEqual(['new'])
      expect((await call('get_todos', { since: 'then' })).error.code).toBe('INVALID_ARGUMENT')
    },
    { now },
  ))

test('pages and vaults', () =>
  withVaults({ main: { 'a.md': '- [ ] a\n- [ ] b\n' }, other: { 'c.md': '- [ ] c\n' } }, async ({ call }) => {
    const first = await call('get_todos', { vault_id: '*', limit: 2 })
    expect(first).toMatchObject({ total_count: 3, total: 3, has_more: true })
    const second = await call('get_todos', { vault_id: '*', limit: 2, cursor: first.next_cursor })
    expect(second.todos).toMatchObject([{ vault_id: 'other', task_text: 'c' }])
  }))

test('what complete_todo has changed shows at once', () =>
  withVault({ 'a.md': '- [ ] a\n' }, async ({ call }) => {
    const [{ path, line_number, task_text }] = (await call('get_todos')).todos
    await call('complete_todo', { path, line_number, task_text })
    expect((await call('get_todos')).total_count).toBe(0)
  }))

test('a folder that is not there is named', () =>
  withVault({ 'a/x.md': '- [ ] one\n' }, async ({ call }) => {
    const asked = await call('get_todos', { directories: ['nope', 'a'] })
    expect(asked).toMatchObject({ total: 1, message: 'There is no folder "nope" here.' })
    expect(await call('get_todos', { directories: ['a', '.'] })).not.toHaveProperty('message')
  }))

test('tasks beside the usual folders are counted, and in a part of a vault the usual ones are those of the part', () =>
  withVault(
    { 'a.md': '- [ ] One\n- [ ] Two\n- [x] Three\n', 'daily/d.md': '- [ ] Four\n' },
    async ({ call }) => {
      const found = await call('get_todos')
      expect(column(found.todos, 'task_text')).toEqual(['Four'])
      expect(found.message).toBe('2 more in other folders: directories ["."] is the whole vault.')
      const all = await call('get_todos', { directories: ['.'] })
      expect([all.total, all.message]).toEqual([3, undefined])
    },
  ))

test('words are found without their accents, an empty box is no task, and a day that there is not is no day', () =>
  withVault(
    { 'a.md': '- [ ] über\n- [ ] \n- [ ] late 📅 2026-13-45\n- [ ] no 📅 2026-02-30\n' },
    async ({ call }) => {
      expect((await call('get_todos', { query: 'uber' })).total).toBe(1)
      expect((await call('get_todos', { query: 'ÜBER' })).total).toBe(1)
      expect((await call('get_todos', { due_before: '2030-01-01' })).total).toBe(0)
      const { task_count, open_task_count } = await call('get_note_info', { identifier: 'a.md' })
      expect([task_count, open_task_count]).toEqual([3, 3])
    },
  ))

test('words for a day that tasks are due before mean one to come, and the answer says which', () => {
  const days = ['2026-02-26', '2026-03-01', '2026-03-02', '2026-03-08', '2026-03-31', '2027-01-15']
  const at = () => new Date(2026, 2, 1, 15)
  return withVault(
    { 'a.md': lines(...days.map((day) => `- [ ] on 📅 ${day}`)) },
    async ({ call }) => {
      const before = async (due_before: string) => {
        const result = await call('get_todos', { due_before })
        return [result.total, result.due_before]
      }
      expect(await before('sunday')).toEqual([1, '2026-03-01'])
      expect(await before('monday')).toEqual([2, '2026-03-02'])
      expect(await before('this week')).toEqual([2, '2026-03-02'])
      expect(await before('march')).toEqual([5, '2026-04-01'])
      expect(await before('january')).toEqual([5, '2027-01-01'])
      expect(await before('last monday')).toEqual([0, '2026-02-23'])
      expect(await before('2026-03-08')).toEqual([3, undefined])
      expect(await before('1d')).toEqual([2, undefined])
    },
    { now: at },
  )
})
