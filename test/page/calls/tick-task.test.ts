import { expect, test } from 'vitest'
import { listOpenTasks } from '../../../src/page/calls/list-open-tasks.ts'
import { renderNote } from '../../../src/page/calls/render-note.ts'
import { tickTask } from '../../../src/page/calls/tick-task.ts'
import { lines } from '../../support/lines.ts'
import { type Json, withVault } from '../../support/with-vault.ts'

const options = { tools: [tickTask, listOpenTasks, renderNote] }

/** The tasks of a note as Today shows them, each as a click on it calls. */
async function clicksOn(call: (tool: string, args?: object) => Promise<Json>) {
  const { todos } = await call('list_open_tasks')
  return todos.map(({ path, line_number, task_text, is_sole, content_hash }: Json) => ({
    ...{ identifier: path, line_number, shown_hash: content_hash, status: 'done' },
    ...(is_sole && { task_text }),
  }))
}

test('a task is ticked by its line in a note that is as it was shown, though others have the same text', () =>
  withVault(
    { 'a.md': lines('- [ ] pay', '- [ ] pay', '- [ ] pay') },
    async ({ call, read }) => {
      const [, second] = await clicksOn(call)
      expect(await call('tick_task', second)).toMatchObject({ id: 'a.md', line_number: 2, lines_stay: true })
      expect(await read('a.md')).toBe(lines('- [ ] pay', '- [x] pay', '- [ ] pay'))
    },
    options,
  ))

test('a task that recurs is ticked with a warning that no next one was made', () =>
  withVault(
    { 'a.md': lines('- [ ] water 🔁 every week') },
    async ({ call }) => {
      const [water] = await clicksOn(call)
      expect((await call('tick_task', water)).warnings).toEqual([expect.stringContaining('no next one')])
    },
    options,
  ))

test('a task that moved is ticked where it is now, by its whole text', () =>
  withVault(
    { 'a.md': lines('- [ ] pay', '- [ ] pay Bob') },
    async ({ call, read, write }) => {
      const [pay] = await clicksOn(call)
      await write('a.md', lines(...Array(40).fill('above'), '- [ ] pay Bob', '- [ ] pay'))
      expect(await call('tick_task', pay)).toMatchObject({ line_number: 42, lines_stay: false })
      expect(await read('a.md')).toContain(lines('- [ ] pay Bob', '- [x] pay'))
    },
    options,
  ))

test.each([
  ['a task with more text', lines('- [ ] pay the deposit', '- [ ] q')],
  ['a neighbour that contains the text', lines('- [ ] q', '- [ ] repay Bob')],
  ['one of two with the same text', lines('- [ ] pay', '- [ ] q', '- [x] pay')],
  ['another line', lines('- [ ] r', '- [ ] q')],
])('in a note that has changed since, %s is not ticked in its place', (_what, text) =>
  withVault(
    { 'a.md': lines('- [ ] pay', '- [ ] q') },
    async ({ call, read, write }) => {
      const [pay] = await clicksOn(call)
      await write('a.md', text)
      const refused = await call('tick_task', pay)
      expect(refused.error).toMatchObject({ code: 'TASK_NOT_FOUND', path: 'a.md' })
      expect(await read('a.md')).toBe(text)
    },
    options,
  ),
)

test('of two tasks with the same text, the one that is left is not ticked for the one that is gone', () =>
  withVault(
    { 'a.md': lines('# Rent', '- [ ] pay', '# Water', '- [ ] pay') },
    async ({ call, read, write }) => {
      const [rent] = await clicksOn(call)
      const text = lines('# Rent', '# Water', '- [ ] pay')
      await write('a.md', text)
      expect((await call('tick_task', rent)).error).toMatchObject({ code: 'TASK_NOT_FOUND' })
      expect(await read('a.md')).toBe(text)
    },
    options,
  ))

test('what is shown holds after a tick that moves no line, and not after one that does', () =>
  withVault(
    {
      'a.md': lines('---', 'updated: 2026-01-01', '---', '- [ ] pay', '- [ ] pay'),
      'b.md': lines('---', 'updated:', '  2026-01-01', '---', '- [ ] pay'),
    },
    async ({ call, read }) => {
      const [first, second, other] = await clicksOn(call)
      const { lines_stay: stay, content_hash: hash } = await call('tick_task', first)
      expect(stay).toBe(true)
      await call('tick_task', { ...second, shown_hash: hash })
      expect(await read('a.md')).toContain(lines('---', '- [x] pay', '- [x] pay'))
      const moved = await call('tick_task', other)
      expect([moved.lines_stay, (await read('b.md')).split('\n').length]).toEqual([false, 5])
      // Once more changes nothing.
      expect(await call('tick_task', other)).not.toHaveProperty('change_id')
    },
    options,
  ))

test('render_note says of each task what it is known by', () =>
  withVault(
    { 'a.md': lines('- [ ] pay ^a1', '- [ ] q', '- [x] q') },
    async ({ call }) => {
      const { html } = await call('render_note', { identifier: 'a.md' })
      expect(html).toContain('data-line="1" data-task="pay"')
      expect(html).not.toContain('data-task="q"')
    },
    options,
  ))
