import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { withVault, withVaults } from '../support/with-vault.ts'
import { sampleVault } from './sample-vault.ts'

const settings = (text: string) => ({ '.flint-note/config.yml': text })

test('workspace_root: the notes are in that folder, and paths count from there', () =>
  withVault(
    { ...settings('workspace_root: notes\n'), 'notes/a.md': '# A\n', 'outside.md': '# Out\n' },
    async ({ call, read }) => {
      expect(column((await call('list_notes')).notes, 'id')).toEqual(['a.md'])
      expect((await call('get_note', { identifier: '../outside.md' })).error.code).toBe('OUTSIDE_VAULT')
      await call('create_note', { title: 'B', directory: '' })
      expect(await read('notes/b.md')).toContain('title: B')
    },
  ))

test('index.ignore: what it names is no note', () =>
  withVault(
    {
      ...settings('index:\n  ignore: [drafts, "*.tmp.md"]\n'),
      'a.md': 'fox',
      'drafts/b.md': 'fox',
      'c.tmp.md': 'fox',
    },
    async ({ call }) => {
      expect(column((await call('list_notes')).notes, 'id')).toEqual(['a.md'])
      expect((await call('search_notes', { query: 'fox' })).total).toBe(1)
    },
  ))

test('search.index_enabled: false keeps no index; notes are read and written by id all the same', () =>
  withVault({ ...sampleVault, ...settings('search:\n  index_enabled: false\n') }, async ({ call, read }) => {
    for (const [tool, args] of [
      ['search_notes', { query: 'leeks' }],
      ['list_notes', {}],
      ['get_tags', {}],
      ['get_backlinks', { identifier: 'garden/leeks.md' }],
      ['reindex_vault', { confirm: true }],
    ] as const) {
      const { error } = await call(tool, args)
      expect(error, tool).toMatchObject({
        code: 'INDEX_UNAVAILABLE',
        hint: expect.stringContaining('index_enabled'),
      })
    }
    const note = await call('get_note', { identifier: 'garden/leeks.md' })
    const update = { identifier: note.id, content: 'New\n', content_hash: note.content_hash }
    expect(await call('update_note', update)).toMatchObject({ updated: true })
    expect(await read('garden/leeks.md')).toContain('New')
    expect(
      await call('create_note', { title: 'B', type: 'recipes', metadata: { servings: 1 } }),
    ).toMatchObject({
      id: 'recipes/b.md',
      agent_instructions: expect.any(String),
    })
    expect(await call('delete_note', { identifier: 'journal.md', confirm: true })).toMatchObject({
      deleted: true,
    })
    expect(await call('get_current_vault')).toMatchObject({
      stats: null,
      freshness: { state: 'unavailable' },
    })
    expect(await call('get_vault_info', { detailed: true })).toMatchObject({ stats: null, kind: 'plain' })
    expect(await call('switch_vault', { vault_id: 'main' })).toMatchObject({
      stats: null,
      vault: { note_count: null },
    })
    expect((await call('list_vaults')).vaults).toMatchObject([{ id: 'main', note_count: null }])
  }))

test('settings that cannot be read leave the defaults in force, and are named', () =>
  withVault({ ...sampleVault, ...settings('history: { max_size_mb: much }\n') }, async ({ call }) => {
    const { settings_problems } = await call('get_vault_info', { detailed: true })
    expect(settings_problems).toEqual([expect.stringContaining('history.max_size_mb')])
  }))

test('vault_id, name and description name a vault that is not registered', () =>
  withVaults({}, async ({ call, write }) => {
    await write('.flint-note/config.yml', 'vault_id: own-id\nname: Own name\ndescription: Own words.\n')
    expect((await call('list_vaults')).vaults).toMatchObject([
      { id: 'own-id', name: 'Own name', description: 'Own words.', source: 'project', is_current: true },
    ])
    expect((await call('list_notes')).vault).toEqual({ id: 'own-id', name: 'Own name', is_current: true })
  }))
