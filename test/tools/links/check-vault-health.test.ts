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

test('without items the counts are the same', () =>
  withVault(
    files,
    async ({ call }) => {
      const { counts } = await call('check_vault_health')
      const { counts: alone, ...items } = await call('check_vault_health', { limit: 0 })
      expect(alone).toEqual(counts)
      expect(items).toMatchObject({
        broken_links: [],
        orphans: [],
        stale_notes: [],
        duplicate_names: [],
        unparsable: [],
      })
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

test('templates are no notes yet: nothing in them is wrong', () =>
  withVault(
    {
      'a.md': '[[b]]\n',
      'b.md': '[[nowhere]]\n',
      '.obsidian/templates.json': '{"folder":"Extras/Templates"}',
      '.obsidian/daily-notes.json': '{"template":"Daily form"}',
      'Extras/Templates/meeting.md': dated('2019-01-01', '# {{title}}\n\n[[{{yesterday:YYYY}}]]\n'),
      'Extras/Templates/deep/odd.md': '---\na: {{x}}: [\n---\n# {{title}}\n',
      'Daily form.md': '[[{{yesterday}}]]\n',
    },
    async ({ call }) => {
      const health = await call('check_vault_health')
      expect(health.counts).toMatchObject({
        broken_links: 1,
        orphans: 0,
        stale_notes: 0,
        duplicate_names: 0,
        unparsable: 0,
      })
      expect(column(health.broken_links, 'source_note_id')).toEqual(['b.md'])
      expect((await call('find_broken_links')).total).toBe(1)
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

test('neither the inbox nor a daily note is an orphan, wherever the vault keeps its days', () =>
  withVaults(
    {
      plain: { 'Inbox.md': '', 'daily/2026-01-31.md': '', 'daily/Ideas.md': '', 'x/inbox.md': '' },
      obsidian: {
        '.obsidian/daily-notes.json': JSON.stringify({ folder: '', format: '[Day] YYYY/MMMM/DD-dddd' }),
        'Day 2026/January/31-Saturday.md': '',
        'Day 2026/plan.md': '',
        '2026-01-31.md': '',
      },
      zk: {
        '.zk/config.toml':
          '[group.journal]\npaths = ["log[1]"]\n[group.journal.note]\nfilename = "{{format-date now}}"\n',
        'log1/2026-01-31.md': '',
      },
      weeks: {
        '.zk/config.toml':
          '[group.journal]\npaths = ["log"]\n[group.journal.note]\nfilename = "{{format-date now \'%Y-W%U\'}}"\n',
        'log/2026-W04.md': '',
        'log/plan.md': '',
      },
    },
    async ({ call }) => {
      const orphans = async (vault_id: string) =>
        column((await call('check_vault_health', { vault_id })).orphans, 'path')
      expect(await orphans('plain')).toEqual(['daily/Ideas.md', 'x/inbox.md'])
      expect(await orphans('obsidian')).toEqual(['2026-01-31.md', 'Day 2026/plan.md'])
      expect(await orphans('zk')).toEqual(['log1/2026-01-31.md'])
      expect(await orphans('weeks')).toEqual(['log/plan.md'])
    },
  ))

test('notes that share names are told once, by their title', () =>
  withVault(
    {
      'a/meeting-notes.md': '# Meeting notes\n',
      'b/meeting-notes.md': '# Meeting notes\n',
      'c/other.md': '---\naliases: [Meeting notes, Tea]\n---\n',
      'd/x.md': '# Tea\n',
      'e/x.md': '# Tea\n',
      'archives/x.md': '# X\n',
    },
    async ({ call }) => {
      const { counts, duplicate_names: names } = await call('check_vault_health')
      expect(names).toEqual([
        { name: 'meeting notes', paths: ['a/meeting-notes.md', 'b/meeting-notes.md', 'c/other.md'] },
        { name: 'meeting-notes', paths: ['a/meeting-notes.md', 'b/meeting-notes.md'] },
        { name: 'tea', paths: ['c/other.md', 'd/x.md', 'e/x.md'] },
        { name: 'x', paths: ['archives/x.md', 'd/x.md', 'e/x.md'] },
      ])
      expect(counts.duplicate_names).toBe(4)
    },
  ))

test('of a pair with one title and one file name there is one entry', () =>
  withVault(
    { 'a/meeting-notes.md': '# Meeting notes\n', 'b/meeting-notes.md': '# Meeting notes\n' },
    async ({ call }) => {
      const { counts, duplicate_names: names } = await call('check_vault_health')
      expect(names).toEqual([{ name: 'meeting notes', paths: ['a/meeting-notes.md', 'b/meeting-notes.md'] }])
      expect(counts.duplicate_names).toBe(1)
    },
  ))
