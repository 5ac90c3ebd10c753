import { expect, test } from 'vitest'
import { hashFiles } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('every note is read again, and none is touched', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    expect(await call('reindex_vault', { confirm: true })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      notes_indexed: 3,
      chunks_created: 4,
      duration_seconds: expect.any(Number),
    })
    expect(await call('search_notes', { query: 'leeks' })).toMatchObject({ total: 3 })
    expect((await call('reindex_vault', { confirm: true, scope: 'text' })).notes_indexed).toBe(3)
    expect((await call('reindex_vault', { confirm: true, scope: 'links' })).error).toBeUndefined()
    expect(await call('reindex_vault', { confirm: true, scope: 'vectors' })).toMatchObject({
      chunks_created: 4,
      message: 'No vectors are made: nothing that could make them is installed.',
    })
    expect((await call('get_backlinks', { identifier: 'Leeks' })).total).toBe(1)
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('without confirm: true nothing is done', () =>
  withVault(sampleVault, async ({ call }) => {
    expect((await call('reindex_vault', { confirm: false })).error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      hint: expect.stringContaining('confirm: true'),
    })
    expect((await call('reindex_vault')).error).toMatchObject({ code: 'INVALID_ARGUMENT' })
  }))
