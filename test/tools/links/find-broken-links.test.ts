import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { until } from '../../support/until.ts'
import { withVault } from '../../support/with-vault.ts'
import { linkVault } from './link-vault.ts'

test('links whose target does not exist, with their note and line', () =>
  withVault(linkVault, async ({ call }) => {
    const result = await call('find_broken_links')
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      broken_links: [expect.anything(), expect.anything()],
      total: 2,
      has_more: false,
    })
    expect(result.broken_links[1]).toEqual({
      id: expect.any(Number),
      source_note_id: 'sub/loner.md',
      target_note_id: null,
      target_title: 'missing',
      link_text: 'gone',
      line_number: 7,
      created: '2026-01-01T00:00:00Z',
      context: 'The Spoke is named here, spokes are not. [[missing|gone]]',
    })
  }))

test('by pages, in a fixed order', () =>
  withVault(linkVault, async ({ call }) => {
    const first = await call('find_broken_links', { limit: 1 })
    expect(first.has_more).toBe(true)
    const second = await call('find_broken_links', { limit: 1, cursor: first.next_cursor })
    expect(column([...first.broken_links, ...second.broken_links], 'source_note_id')).toEqual([
      'hub.md',
      'sub/loner.md',
    ])
  }))

test('a link to what describes a note type is broken only where that is not there', () =>
  withVault(
    {
      'p/_description.md': '# P\n\n## Purpose\nd\n',
      'p/a.md': '[[_description]]\n',
      'c.md': '[d](p/_description.md) [[p/_description]] [e](r/_description.md)\n',
      'img.png': '',
    },
    async ({ call, write, at }) => {
      const broken = async () => column((await call('find_broken_links')).broken_links, 'target_title')
      expect(await broken()).toEqual(['r/_description.md'])
      expect((await call('check_vault_health')).counts.broken_links).toBe(1)
      await write('r/_description.md', '# R\n')
      await until('the link heals', async () => (await broken()).length === 0)
      await rm(at('p/_description.md'))
      await until('the others break', async () => (await broken()).length === 3)
    },
  ))

test('what describes a note type is no attachment more', () =>
  withVault(
    { 'p/_description.md': '# P\n', '_description.md': 'x\n', 'a.md': '', 'img.png': '' },
    async ({ call }) => {
      expect(await call('get_vault_info')).toMatchObject({ stats: { notes: 1, files: 1 } })
    },
  ))

test('links of templates are left out, and the answer says how many', () =>
  withVault(
    {
      '.obsidian/templates.json': '{"folder":"Templates"}',
      'Templates/T.md': '[[nowhere]]\n',
      'a.md': '[[missing]]\n',
    },
    async ({ call }) => {
      expect(await call('find_broken_links')).toMatchObject({
        total: 1,
        message: '1 link of a template is left out: it may lead somewhere in a note.',
      })
      expect((await call('get_vault_info', { detailed: true })).stats.broken_links).toBe(2)
    },
  ))
