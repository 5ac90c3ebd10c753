import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { withVault, withVaults } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('root URI and size', () =>
  withVault(sampleVault, async ({ call, hub }) => {
    expect(await call('get_vault_info')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      root: pathToFileURL((await hub.find('main')).root).href,
      description: '',
      stats: expect.objectContaining({ notes: 3, words: 33 }),
    })
  }))

test('detailed: index, watcher, and what could not be read', () =>
  withVault(
    {
      'good.md': '# Good\n',
      'bad.md': '---\ntitle: [open\n---\nText\n',
      '.flint-note/config.yml': 'history:\n  max_size_mb: lots\n',
    },
    async ({ call }) => {
      const result = await call('get_vault_info', { detailed: true })
      expect(result).toMatchObject({
        stats: { notes: 2 },
        index: { state: 'ready', notes: 2, freshness: null, lease: 'this process' },
        watcher: expect.stringMatching(/native|polling/),
        unparsable: [{ path: 'bad.md', problem: expect.any(String) }],
        settings_problems: [expect.stringContaining('max_size_mb')],
        kind: 'plain',
      })
    },
  ))

test('an adopted vault says what it is', async () => {
  await withVault({ '.obsidian/app.json': '{}' }, async ({ call }) => {
    expect((await call('get_vault_info', { detailed: true })).kind).toBe('obsidian')
  })
  await withVault({ '.zk/config.toml': 'x = [' }, async ({ call }) => {
    const info = await call('get_vault_info', { detailed: true })
    expect(info).toMatchObject({ kind: 'zk', settings_problems: [expect.stringContaining('config.toml')] })
  })
})

test('several vaults stand beside one another', () =>
  withVaults({ one: { 'a.md': 'x' }, two: {} }, async ({ call }) => {
    const { vaults, vault } = await call('get_vault_info', { vault_id: '*' })
    expect(vault).toBeUndefined()
    expect(vaults).toMatchObject([
      { id: 'one', is_current: true, stats: { notes: 1 } },
      { id: 'two', is_current: false, stats: { notes: 0 } },
    ])
  }))
