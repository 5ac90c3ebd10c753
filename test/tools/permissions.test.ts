import { expect, test } from 'vitest'
import { allTools } from '../../src/tools/index.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { withVault } from '../support/with-vault.ts'
import { sampleVault } from './sample-vault.ts'

const leeks = hashOf(sampleVault['garden/leeks.md'])
const type = hashOf(sampleVault['recipes/_description.md'])

/** A call of every tool that writes into a vault; each would work. */
const writes: Readonly<Record<string, object>> = {
  create_note_type: { type_name: 'films', description: 'Seen.' },
  update_note_type: { type_name: 'recipes', description: 'Food.', content_hash: type },
  create_note: { title: 'New', directory: 'x' },
  update_note: { identifier: 'Leeks', content: 'New', content_hash: leeks },
  append_to_note: { identifier: 'Leeks', content: 'More' },
  upsert_note: { identifier: 'x/y.md', content: 'More' },
  delete_note: { identifier: 'Leeks' },
  reindex_vault: { confirm: true },
}

const withPermissions = (text: string) => ({
  ...sampleVault,
  '.flint-note/config.yml': `permissions: ${text}\n`,
})

test('every writing tool is among these', () => {
  const writing = allTools.filter(
    ({ annotations, toolset }) => !annotations.readOnlyHint && toolset !== 'vaults',
  )
  expect(writing.map(({ name }) => name)).toEqual(Object.keys(writes))
})

test('deny refuses every write and changes nothing; reading goes on, and a dry run', () =>
  withVault(withPermissions('{ write: deny }'), async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, tool === 'delete_note' ? { ...args, confirm: true } : args)
      expect(error, tool).toMatchObject({
        code: 'PERMISSION_DENIED',
        permission: 'permissions.write',
        hint: expect.any(String),
      })
    }
    expect((await call('get_note', { identifier: 'Leeks' })).error).toBeUndefined()
    expect(await call('append_to_note', { ...writes['append_to_note'], dry_run: true })).toMatchObject({
      dry_run: true,
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('ask says of each write what would happen, and changes nothing', () =>
  withVault(withPermissions('{ write: ask }'), async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, args)
      expect(error, tool).toMatchObject({ code: 'CONFIRMATION_REQUIRED', hint: expect.any(String) })
    }
    const { error } = await call('append_to_note', writes['append_to_note'])
    expect(error.would).toMatchObject({
      id: 'garden/leeks.md',
      diff: expect.stringContaining('+More'),
      dry_run: true,
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    // Only a destructive tool can be confirmed by its caller.
    expect(await call('delete_note', { identifier: 'Leeks', confirm: true })).toMatchObject({ deleted: true })
  }))

test('destructive: deny forbids deleting alone, allow asks nobody', async () => {
  await withVault(withPermissions('{ destructive: deny }'), async ({ call }) => {
    const { error } = await call('delete_note', { identifier: 'Leeks', confirm: true })
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', permission: 'permissions.destructive' })
    expect((await call('append_to_note', writes['append_to_note'])).error).toBeUndefined()
  })
  await withVault(withPermissions('{ destructive: allow }'), async ({ call }) => {
    expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
  })
})

test('by default every write but deleting goes through', () =>
  withVault(sampleVault, async ({ call }) => {
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, args)
      expect(error?.code, tool).toBe(tool === 'delete_note' ? 'CONFIRMATION_REQUIRED' : undefined)
    }
  }))
