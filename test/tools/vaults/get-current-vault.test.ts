import { expect, test } from 'vitest'
import { withVaults } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('the active vault, or the one that was asked for, with its statistics', () =>
  withVaults({ main: sampleVault, other: {} }, async ({ call, hub }) => {
    const bytes = ['recipes/leek-soup.md', 'garden/leeks.md', 'journal.md'] as const
    expect(await call('get_current_vault')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      path: (await hub.find('main')).root,
      description: '',
      stats: {
        notes: 3,
        bytes: bytes.reduce((sum, name) => sum + Buffer.byteLength(sampleVault[name]), 0),
        words: 33,
        links: 3,
        broken_links: 1,
        tags: 3,
        files: 0,
      },
    })
    expect(await call('get_current_vault', { vault_id: 'other' })).toMatchObject({
      vault: { id: 'other', is_current: false },
      stats: { notes: 0, bytes: 0, words: 0 },
    })
  }))
