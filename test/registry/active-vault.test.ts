import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeRegistry } from '../../src/registry/change-registry.ts'
import { tokenVaults } from '../../src/access/token-vaults.ts'
import { createHub } from '../../src/registry/vault-hub.ts'
import { resolveVault } from '../../src/call/resolve-vaults.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'
import { withVaults, type Vaults } from '../support/with-vault.ts'

const three = { b: { 'b.md': '# B\n' }, a: { 'a.md': '# A\n' }, c: { 'c.md': '# C\n' } }

const create = async ({ call }: Vaults, args: object = {}) =>
  await call('create_note', { path: 'new.md', title: 'New', content: 'x', ...args })

const gone = {
  code: 'VAULT_NOT_FOUND',
  message: expect.stringMatching(/^The active vault "b" is not there any more: .* No other takes its place/),
  known_vaults: ['a', 'c'],
  hint: 'Pass one of known_vaults as vault_id, or call switch_vault.',
}

/** As another process changes the list. */
const removeElsewhere = async ({ folder, call }: Vaults, id: string) => {
  await changeRegistry(join(folder, 'config'), (config) => ({
    ...config,
    vaults: Object.fromEntries(Object.entries(config.vaults).filter(([other]) => other !== id)),
    current_vault: 'a',
  }))
  await until(
    'it is off the list',
    async () => !column((await call('list_vaults')).vaults, 'id').includes(id),
  )
}

test('once the active vault is removed, calls without vault_id fail and say so until somebody switches', () =>
  withVaults(three, async (vaults) => {
    const { call, read } = vaults
    expect(await call('remove_vault', { vault_id: 'b' })).toMatchObject({
      message: expect.stringContaining('calls without vault_id fail until switch_vault chooses another'),
    })
    expect((await create(vaults)).error).toMatchObject(gone)
    expect((await call('list_notes')).error).toMatchObject(gone)
    expect(await call('list_vaults')).toMatchObject({ current_vault: null })
    expect(await create(vaults, { vault_id: 'c' })).toMatchObject({ vault: { id: 'c', is_current: false } })
    await call('create_vault', { vault_id: 'd', name: 'D', path: join(vaults.folder, 'd') })
    expect((await call('list_notes')).error.code).toBe('VAULT_NOT_FOUND')
    await call('switch_vault', { vault_id: 'a' })
    expect(await create(vaults)).toMatchObject({ vault: { id: 'a', is_current: true } })
    expect(await read('new.md', 'a')).toContain('x')
  }))

test('so they do when another process removes it, whatever that one has made the active vault', () =>
  withVaults(three, async (vaults) => {
    expect(await vaults.call('list_notes')).toMatchObject({ vault: { id: 'b' } })
    await removeElsewhere(vaults, 'b')
    expect((await create(vaults)).error).toMatchObject(gone)
    await expect(vaults.read('new.md', 'a')).rejects.toThrow()
    expect(await vaults.call('remove_vault', { vault_id: 'c' })).not.toMatchObject({
      message: expect.stringContaining('active'),
    })
  }))

test('an active vault that is on the list again is the active one again, under another id too', () =>
  withVaults(three, async (vaults) => {
    const { call, at } = vaults
    await call('remove_vault', { vault_id: 'b' })
    await call('create_vault', { vault_id: 'bb', name: 'B again', path: at('', 'b') })
    expect(await call('list_notes')).toMatchObject({ vault: { id: 'bb', is_current: true }, total: 1 })
  }))

test('an id that another process gives to another folder is not taken for the vault that had it', () =>
  withVaults(three, async (vaults) => {
    const { call, folder, read, hub } = vaults
    expect(await call('list_notes')).toMatchObject({ vault: { id: 'b' } })
    await changeRegistry(join(folder, 'config'), (config) => ({
      ...config,
      vaults: { b: { name: 'Other', path: join(folder, 'c') }, a: config.vaults['a']! },
    }))
    await until('the id has moved', async () => (await hub.find('b')).root === join(folder, 'c'))
    expect((await create(vaults)).error).toMatchObject({ ...gone, known_vaults: ['b', 'a'] })
    expect(await create(vaults, { vault_id: 'b' })).not.toHaveProperty('error')
    expect(await read('new.md', 'c')).toContain('x')
    await expect(read('new.md', 'b')).rejects.toThrow()
  }))

test('a folder that is gone fails by its name and is back with it', () =>
  withVaults(three, async (vaults) => {
    const { call, at, folder } = vaults
    expect(await call('list_notes')).toMatchObject({ vault: { id: 'b' } })
    await vaults.restart(async () => {
      await rename(at('', 'b'), join(folder, 'away'))
    })
    expect((await create(vaults)).error).toMatchObject({ code: 'VAULT_UNAVAILABLE', vault_id: 'b' })
    await rename(join(folder, 'away'), at('', 'b'))
    expect(await create(vaults)).toMatchObject({ vault: { id: 'b' } })
  }))

test('a server whose --vault was removed goes on for the others', () =>
  withFolder({ 'a/a.md': '', 'notes/b.md': '' }, async (folder) => {
    const configFolder = join(folder, 'config')
    await changeRegistry(configFolder, (config) => ({
      ...config,
      vaults: { a: { name: 'A', path: join(folder, 'a') }, b: { name: 'B', path: join(folder, 'notes') } },
      current_vault: 'a',
    }))
    const ignore = () => undefined
    const hub = createHub({
      configFolder,
      dataFolder: join(folder, 'data'),
      cwd: folder,
      env: { HOME: folder },
      vault: 'b',
      openVault: (options) => openVault(options),
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      now: () => new Date(),
    })
    try {
      expect((await hub.current())?.id).toBe('b')
      await hub.admin.remove('b')
      expect(await hub.current()).toBeNull()
      expect(await hub.lost()).toBe('b')
      await expect(resolveVault(hub, null)).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
      expect((await resolveVault(hub, 'a')).id).toBe('a')
      await hub.admin.switchTo('a')
      expect((await resolveVault(hub, null)).id).toBe('a')
    } finally {
      await hub.close()
    }
  }))

const all = { vaults: null, mayManage: true, canSwitch: true }

test('a token whose vault is removed falls to no other either', () =>
  withVaults(three, async ({ hub }) => {
    const token = tokenVaults(hub, all)
    await token.admin.switchTo('c')
    await token.admin.remove('c')
    expect(await token.current()).toBeNull()
    expect(await token.lost()).toBe('c')
    // Who has switched to nothing follows the process, and is told what it has lost only where it may know of it.
    const other = tokenVaults(hub, { ...all, vaults: ['a', 'c'] })
    await hub.admin.remove('b')
    expect(await other.current()).toBeNull()
    expect(await other.lost()).toBeNull()
    expect(await tokenVaults(hub, all).lost()).toBe('b')
    const alone = tokenVaults(hub, { ...all, vaults: ['a'] })
    expect((await alone.current())?.id).toBe('a')
    await token.admin.switchTo('a')
    expect((await token.current())?.id).toBe('a')
  }))

test('a token sees and touches no vault but those it was granted, whoever asks', () =>
  withVaults(three, async ({ hub }) => {
    const { id: foreign } = await hub.find('b')
    const { id: own } = await hub.find('a')
    const token = tokenVaults(hub, { vaults: ['a'], mayManage: false, canSwitch: true })
    await hub.open(foreign)
    await expect(token.open(foreign)).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
    await token.open(own)
    expect((await token.opened()).map(({ id }) => id)).toEqual(['a'])
    await expect(token.admin.remove('a')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    expect((await hub.known()).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  }))
