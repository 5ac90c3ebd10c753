import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVault, withVaults } from '../../support/with-vault.ts'

const now = () => new Date('2026-03-01T12:00:00Z')
const dated = (day: string, text = '') => `---\nupdated: ${day}\n---\n${text}`
const files = {
  'a.md': dated('2026-02-20', '[[b]] [[nowhere]]\n'),
  'b.md': dated('2025-01-01', '# Bee\n'),
  'bee.md': dated('2026-02-20', '[[a]]\n'),
  'alone.md': dated('2026-02-20', '[[#Here]]\n'),
  'odd.md': '---\na: [\n---\n[[a]]\n',
  'archives/dead.md': dated('2019-01-01'),
}

test('counts and the first items of each kind', () =>
  withVault(
    files,
    async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const health = await call('check_vault_health')
      expect(health.counts).toEqual({
        notes: 6,
        broken_links: 1,
        orphans: 1,
        stale_notes: 1,
        duplicate_names: 1,
        unparsable: 1,
      })
      expect(health.broken_links).toMatchObject([
        { source_note_id: 'a.md', target_title: 'nowhere', line_number: 4 },
      ])
      expect(column(health.orphans, 'path')).toEqual(['alone.md'])
      expect(health.stale_notes).toEqual([{ path: 'b.md', title: 'Bee', updated: '2025-01-01T00:00:00Z' }])
      expect(health.duplicate_names).toEqual([{ name: 'bee', paths: ['b.md', 'bee.md'] }])
      expect(health.unparsable).toMatchObject([{ path: 'odd.md', problem: expect.any(String) }])
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    },
    { now },
  ))

test('stale notes are looked for in ideas and projects where there are any; stale_days says how long', () =>
  withVault(
    { ...files, 'ideas/x.md': dated('2026-02-10'), 'projects/y.md': dated('2025-12-01') },
    async ({ call }) => {
      const stale = async (days?: number) =>
        column(
          (await call('check_vault_health', days === undefined ? {} : { stale_days: days })).stale_notes,
          'path',
        )
      expect(await stale()).toEqual(['projects/y.md'])
      expect(await stale(10)).toEqual(['projects/y.md', 'ideas/x.md'])
      expect(await stale(365)).toEqual([])
      expect((await call('check_vault_health')).stale_folders).toEqual(['ideas', 'projects'])
      expect((await call('check_vault_health', { stale_days: 0 })).error.code).toBe('INVALID_ARGUMENT')
    },
    { now },
  ))

test('counts stay whole where the items are limited', () =>
  withVault({ 'a.md': '[[x]] [[y]] [[z]]\n' }, async ({ call }) => {
    const health = await call('check_vault_health', { limit: 1 })
    expect(health.counts.broken_links).toBe(3)
    expect(health.broken_links).toHaveLength(1)
  }))

test('several vaults stand side by side; an empty one is well', () =>
  withVaults({ one: files, two: {} }, async ({ call }) => {
    const { vaults } = await call('check_vault_health', { vault_id: '*' })
    expect(vaults).toMatchObject([
      { id: 'one', counts: { broken_links: 1 } },
      { id: 'two', counts: { notes: 0, broken_links: 0, orphans: 0 } },
    ])
  }))
