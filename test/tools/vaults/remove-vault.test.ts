import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { column } from '../../support/plain.ts'
import { withVaults } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('the vault is off the list and its files stay; it can come back', () =>
  withVaults({ main: { 'a.md': 'x' }, other: sampleVault }, async ({ call, at }) => {
    await call('list_notes', { vault_id: 'other' })
    const before = await hashFiles(at('', 'other'))
    const result = await call('remove_vault', { vault_id: 'other' })
    expect(result).toMatchObject({ vault: { id: 'other', is_current: false }, message: expect.any(String) })
    expect(column((await call('list_vaults')).vaults, 'id')).toEqual(['main'])
    expect((await call('list_notes', { vault_id: 'other' })).error.code).toBe('VAULT_NOT_FOUND')
    expect(await hashFiles(at('', 'other'))).toEqual(before)
    const again = await call('create_vault', { vault_id: 'other', name: 'Again', path: at('', 'other') })
    expect(again).toMatchObject({ adopted: true, vault: { note_count: 3 } })
  }))

test('without the active vault the next call says what to do; an unknown one is an error', () =>
  withVaults({ main: {}, other: {} }, async ({ call }) => {
    expect((await call('remove_vault', { vault_id: 'mane' })).error.code).toBe('VAULT_NOT_FOUND')
    await call('remove_vault', { vault_id: 'main' })
    expect((await call('list_notes')).error).toMatchObject({
      code: 'VAULT_NOT_FOUND',
      known_vaults: ['other'],
      hint: expect.stringContaining('switch_vault'),
    })
  }))
