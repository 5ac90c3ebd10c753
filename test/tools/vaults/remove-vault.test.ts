import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
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

test.each(['main', 'twin'])(
  'of two ids of one folder %s is taken off the list, and the other stays active',
  (id) =>
    withVaults({ main: { 'a.md': 'x' } }, async ({ call, folder, restart }) => {
      const other = id === 'main' ? 'twin' : 'main'
      const file = join(folder, 'config/config.yml')
      const path = join(folder, 'main')
      const vaults = { main: { name: 'Main', path }, twin: { name: 'Twin', path } }
      await restart(() => writeFile(file, JSON.stringify({ vaults, current_vault: id })))
      expect(await call('remove_vault', { vault_id: id })).toMatchObject({
        vault: { id, name: id === 'main' ? 'Main' : 'Twin' },
        message: `"${id === 'main' ? 'Main' : 'Twin'}" is off the list. Its files are untouched.`,
      })
      expect((await call('get_current_vault')).vault).toMatchObject({ id: other, is_current: true })
      expect(parse(await readFile(file, 'utf8'))).toMatchObject({ current_vault: other })
    }),
)
