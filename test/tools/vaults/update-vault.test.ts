import { expect, test } from 'vitest'
import { withVaults } from '../../support/with-vault.ts'

test('name and description change in the registry, and every later result says so', () =>
  withVaults({ main: { 'a.md': '# A\n' }, other: {} }, async ({ call }) => {
    expect((await call('get_note', { identifier: 'a' })).vault.name).toBe('The main vault')
    const result = await call('update_vault', {
      vault_id: 'main',
      name: 'Renamed',
      description: 'What it is for.',
    })
    expect(result.vault).toMatchObject({
      id: 'main',
      name: 'Renamed',
      description: 'What it is for.',
      is_current: true,
    })
    expect((await call('get_note', { identifier: 'a' })).vault.name).toBe('Renamed')
    expect(await call('get_current_vault')).toMatchObject({ description: 'What it is for.' })
    await call('update_vault', { vault_id: 'main', description: '' })
    expect((await call('list_vaults')).vaults[0]).toMatchObject({ name: 'Renamed', description: '' })
  }))

test('nothing to change and an unknown vault are errors', () =>
  withVaults({ main: {} }, async ({ call }) => {
    expect((await call('update_vault', { vault_id: 'main' })).error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.any(String),
    })
    expect((await call('update_vault', { vault_id: 'mian', name: 'X' })).error).toMatchObject({
      code: 'VAULT_NOT_FOUND',
      hint: expect.any(String),
    })
  }))
