import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'

const now = () => new Date(2026, 2, 1, 12)

const files = {
  'bikes/_description.md': lines(
    '# Bikes',
    '',
    '## Metadata Schema',
    '- wheels: How many (required, number, min: 1)',
    '- state: (required, select, options: ["whole", "broken"])',
  ),
  'bikes/red.md': lines(
    '---',
    'title: Red bike',
    'state: lost',
    '---',
    '',
    '# Red bike',
    '',
    'The derailleur squeaks like the Cargo bike. See [[shop]] and [[Brakes]]. TODO find a spanner.',
    '',
    '## Repairs',
    '- [ ] oil, by 2026-02-01',
    '- [ ] brakes, by 2026-04-01',
    '- [x] bell, 2025-01-01',
    '',
    '## Parts',
    '- [x] chain',
    '- [x] tyre',
    '- [-] lamp',
    '',
    '## History',
    '',
    'word '.repeat(900),
  ),
  'bikes/cargo.md': '# Cargo bike\n\nNothing.\n',
  'gears.md': '# Gears\n\nA derailleur that squeaks wants a spanner.\n',
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`more/${n}.md`, `Nothing of that, ${n}.\n`])),
  'brakes.md': '# Brakes\n\nA derailleur is no brake.\n',
}

test('what its type, its links, its words and its tasks tell', () =>
  withVault(
    files,
    async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const analysis = await call('analyze_note', { identifier: 'Red bike' })
      expect(analysis).toMatchObject({ id: 'bikes/red.md', title: 'Red bike', type: 'bikes' })
      expect(column(analysis.missing_fields, 'field')).toEqual(['wheels', 'state'])
      expect(analysis.broken_links).toEqual([{ target_title: 'shop', line_number: 8 }])
      expect(analysis.unlinked_mentions).toMatchObject([
        { path: 'bikes/cargo.md', text: 'Cargo bike', link: '[[cargo|Cargo bike]]', line_number: 8 },
      ])
      expect(column(analysis.nearest_notes, 'path')).toContain('gears.md')
      expect(column(analysis.nearest_notes, 'path')).not.toContain('brakes.md')
      expect(analysis.stale_parts).toEqual([
        { kind: 'placeholder', line_number: 8, text: expect.stringContaining('TODO') },
        { kind: 'overdue task', line_number: 11, text: 'oil, by 2026-02-01' },
        { kind: 'finished tasks', line_number: 15, text: 'Parts (3 done)' },
      ])
      expect(analysis.long_sections).toEqual([{ heading: 'History', line_number: 20, words: 900 }])
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    },
    { now },
  ))

test('a note of which nothing is to be said', () =>
  withVault({ 'a.md': '' }, async ({ call }) => {
    expect(await call('analyze_note', { identifier: 'a' })).toMatchObject({
      missing_fields: [],
      broken_links: [],
      unlinked_mentions: [],
      nearest_notes: [],
      stale_parts: [],
      long_sections: [],
    })
    expect((await call('analyze_note', { identifier: 'b' })).error.code).toBe('NOT_FOUND')
  }))
