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
