import { expect, test } from 'vitest'
import { column } from '../../support/plain.ts'
import { withVault, withVaults } from '../../support/with-vault.ts'

test('every vault with its folder, and which one is active', () =>
  withVaults({ work: { 'a.md': '# A\n' }, home: {} }, async ({ call, hub }) => {
    const [work, home] = await hub.known()
    expect(await call('list_vaults')).toEqual({
      vaults: [
        {
          id: 'work',
          name: 'The work vault',
          path: work?.root,
          description: '',
          last_used: null,
          is_current: true,
          registered: true,
          source: 'registered',
          note_count: null,
        },
        expect.objectContaining({ id: 'home', path: home?.root, is_current: false }),
      ],
      current_vault: 'work',
    })
  }))

test('a vault that is open has its notes counted', () =>
  withVaults({ work: { 'a.md': '# A\n', 'b/c.md': '# C\n' }, home: {} }, async ({ call }) => {
    await call('list_notes')
    expect(column((await call('list_vaults')).vaults, 'note_count')).toEqual([2, null])
  }))

test('without any vault the list is empty, and other tools name the call that makes one', () =>
  withVaults({}, async ({ call }) => {
    expect(await call('list_vaults')).toEqual({ vaults: [], current_vault: null })
    expect((await call('list_notes')).error).toMatchObject({
      code: 'VAULT_NOT_FOUND',
      hint: expect.stringContaining('create_vault'),
    })
  }))

test('listing opens no vault', () =>
  withVault({ 'a.md': 'x' }, async ({ call, hub }) => {
    await call('list_vaults')
    expect(await hub.opened()).toEqual([])
  }))
