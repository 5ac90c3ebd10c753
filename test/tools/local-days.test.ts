import { afterEach, expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const own = process.env['TZ']

afterEach(() => {
  if (own === undefined) delete process.env['TZ']
  else process.env['TZ'] = own
})

const dated = (date: string) => lines('---', `updated: ${date}`, `created: ${date}`, '---', 'Bread.')
const vault = {
  'evening.md': dated('2026-03-01T04:12:00Z'),
  'morning.md': dated('2026-02-28T16:00:00Z'),
  'day.md': dated('2026-02-28'),
  'before.md': dated('2026-02-28T03:00:00Z'),
  'next.md': dated('2026-03-01'),
}

test('today is the day of the clock on the wall, whatever day it is in Greenwich', () =>
  withVault(
    vault,
    async ({ call }) => {
      process.env['TZ'] = 'America/Los_Angeles'
      const today = { since: 'today', until: 'today' }
      const ids = async (tool: 'list_notes' | 'search_notes' | 'search_notes_advanced', args: object) => {
        const found = await call(tool, args)
        return column(found.notes ?? found.results, 'id').toSorted()
      }
      const here = ['day.md', 'evening.md', 'morning.md']
      expect(await ids('list_notes', today)).toEqual(here)
      expect(await ids('search_notes', { query: 'bread', ...today })).toEqual(here)
      expect(await ids('search_notes_advanced', { updated_within: 'today' })).toEqual([...here, 'next.md'])
      expect(await ids('search_notes_advanced', { created_within: 'today' })).toEqual([...here, 'next.md'])
      expect(await ids('search_notes_advanced', { updated_before: 'today' })).toEqual(['before.md'])
      // A day that is written is one of UTC, as those that answers and notes name.
      expect(await ids('list_notes', { since: '2026-03-01' })).toEqual(['evening.md', 'next.md'])
      expect((await call('get_todos', { due_before: 'tomorrow' })).error).toBeUndefined()
    },
    { now: () => new Date('2026-03-01T04:15:00Z') },
  ))

test('days and weeks of a span are those of the calendar, also where the clocks change', () =>
  withVault(
    { 'a.md': lines('- [ ] soon 📅 2026-10-31', '- [ ] late 📅 2026-11-01') },
    async ({ call }) => {
      process.env['TZ'] = 'Europe/Berlin'
      for (const due of ['7d', '1w', 'in 7 days', 'in 1 week']) {
        const { todos } = await call('get_todos', { due_before: due })
        expect(column(todos, 'task_text'), due).toEqual(['soon 📅 2026-10-31'])
      }
    },
    // Ten past midnight, before a day of 25 hours.
    { now: () => new Date('2026-10-24T22:10:00Z') },
  ))

test('a span before now ends at the same time of day, also where the clocks have changed', () =>
  withVault(
    { 'a.md': dated('2026-10-18T21:45:00Z'), 'b.md': dated('2026-10-18T21:15:00Z') },
    async ({ call }) => {
      process.env['TZ'] = 'Europe/Berlin'
      expect((await call('open_daily_note', { date: '7d' })).id).toBe('daily/2026-10-18.md')
      const { notes } = await call('list_notes', { since: '7d' })
      expect(column(notes, 'id')).not.toContain('b.md')
      expect(column(notes, 'id')).toContain('a.md')
    },
    // Half past eleven at night, after the hour that came twice.
    { now: () => new Date('2026-10-25T22:30:00Z') },
  ))

test('a task is due before now by the day on the wall', () =>
  withVault(
    { 'a.md': lines('- [ ] yesterday 📅 2026-10-24', '- [ ] today 📅 2026-10-25') },
    async ({ call }) => {
      process.env['TZ'] = 'Europe/Berlin'
      const { todos } = await call('get_todos', { due_before: 'now' })
      expect(column(todos, 'task_text')).toEqual(['yesterday 📅 2026-10-24'])
    },
    { now: () => new Date('2026-10-24T22:10:00Z') },
  ))
