import { existsSync } from 'node:fs'
import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokenVaults, type VaultGrant } from '../../src/access/token-vaults.ts'
import { changeRegistry } from '../../src/registry/change-registry.ts'
import { withVaults, type Vaults } from '../support/with-vault.ts'

const three = { b: { 'b.md': '# B\n' }, a: { 'a.md': '# A\n' }, c: { 'c.md': '# C\n' } }
const owner: VaultGrant = { vaults: null, mayManage: true, canSwitch: true }
/** One that is limited to some vaults. */
const some = (...vaults: readonly string[]): VaultGrant => ({ vaults, mayManage: false, canSwitch: true })

const idsOf = (vaults: readonly { readonly id: string }[]) => vaults.map(({ id }) => id)
const registered = async ({ hub }: Vaults) => (await hub.registry()).config
const newVault = (folder: string, more: object = {}) => ({
  ...{ id: 'new', name: 'New', path: join(folder, 'new'), description: '', types: 'none' as const },
  ...{ switchTo: false, approve: () => Promise.resolve() },
  ...more,
})

test('a grant shows its vaults, under any of their ids, and no other', () =>
  withVaults(three, async ({ hub, folder }) => {
    expect(idsOf(await tokenVaults(hub, owner).known())).toEqual(['b', 'a', 'c'])
    expect(idsOf(await tokenVaults(hub, some('c', 'b')).known())).toEqual(['b', 'c'])
    await changeRegistry(join(folder, 'config'), (config) => ({
      ...config,
      vaults: { ...config.vaults, also: { name: 'Also', path: join(folder, 'a') } },
    }))
    await hub.find('also')
    const both = [tokenVaults(hub, some('also')), tokenVaults(hub, some('a'))]
    for (const token of both) expect((await token.find('also')).root).toBe((await hub.find('a')).root)
    const denied = { code: 'VAULT_NOT_FOUND', facts: { known_vaults: expect.not.arrayContaining(['b']) } }
    for (const token of both) await expect(token.find('b')).rejects.toMatchObject(denied)
  }))

test('a grant of vaults that are gone shows none, and says that the token reaches none', () =>
  withVaults(three, async ({ hub }) => {
    for (const token of [tokenVaults(hub, some('gone')), tokenVaults(hub, some())]) {
      expect(await token.known()).toEqual([])
      expect(await token.current()).toBeNull()
      expect(await token.opened()).toEqual([])
      await expect(token.find('a')).rejects.toMatchObject({
        code: 'VAULT_NOT_FOUND',
        message: 'This token reaches no vault that is there.',
        facts: { known_vaults: [] },
      })
    }
    // Whoever is granted all is told what there is.
    await expect(tokenVaults(hub, owner).find('gone')).rejects.toMatchObject({
      facts: { known_vaults: ['b', 'a', 'c'] },
    })
  }))

test.each([
  [owner, 'b'],
  [some('a', 'b'), 'b'],
  [some('a'), 'a'],
  // Nobody has said which of the two.
  [some('a', 'c'), null],
  // One of the two that were granted is gone: the other is not taken for it.
  [some('a', 'gone'), null],
])('with %j the active vault is %j where the process has b', (grant, id) =>
  withVaults(three, async ({ hub }) => {
    const token = tokenVaults(hub, grant)
    expect((await token.current())?.id ?? null).toBe(id)
    expect(await token.lost()).toBeNull()
  }),
)

test('a token that may manage is remembered for what starts later, and for nothing that runs', () =>
  withVaults(three, async (vaults) => {
    const [token, other] = [tokenVaults(vaults.hub, owner), tokenVaults(vaults.hub, owner)]
    expect((await token.admin.switchTo('c')).id).toBe('c')
    expect((await token.current())?.id).toBe('c')
    expect((await other.current())?.id).toBe('b')
    expect((await vaults.hub.current())?.id).toBe('b')
    expect((await registered(vaults)).current_vault).toBe('c')
  }))

test('one that may not is remembered for itself alone', () =>
  withVaults(three, async (vaults) => {
    const token = tokenVaults(vaults.hub, some('a', 'c'))
    await token.admin.switchTo('c')
    expect((await token.current())?.id).toBe('c')
    expect((await registered(vaults)).current_vault).toBe('b')
    await expect(token.admin.switchTo('b')).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
    expect((await token.current())?.id).toBe('c')
  }))

test('where the process has no active vault, a switch does not give it one', () =>
  withVaults(three, async (vaults) => {
    await changeRegistry(join(vaults.folder, 'config'), (config) => ({ ...config, current_vault: null }))
    await vaults.restart()
    const { hub } = vaults
    expect([await hub.current(), await hub.lost()]).toEqual([null, null])
    const token = tokenVaults(hub, owner)
    expect(await token.lost()).toBeNull()
    await token.admin.switchTo('a')
    expect((await token.current())?.id).toBe('a')
    expect(await hub.current()).toBeNull()
    expect((await registered(vaults)).current_vault).toBeNull()
  }))

test('where it has lost its active vault, a switch is still remembered for what starts later', () =>
  withVaults(three, async (vaults) => {
    await vaults.hub.admin.remove('b')
    await tokenVaults(vaults.hub, owner).admin.switchTo('a')
    expect((await registered(vaults)).current_vault).toBe('a')
  }))

test('whoever cannot be remembered switches nothing and makes nothing that would', () =>
  withVaults(three, async (vaults) => {
    const { hub, folder } = vaults
    const nobody = tokenVaults(hub, { ...owner, canSwitch: false })
    const denied = { code: 'PERMISSION_DENIED' }
    await expect(nobody.admin.switchTo('a')).rejects.toMatchObject(denied)
    await expect(nobody.admin.create(newVault(folder, { switchTo: true }))).rejects.toMatchObject(denied)
    expect(existsSync(join(folder, 'new'))).toBe(false)
    expect((await registered(vaults)).current_vault).toBe('b')
    expect((await nobody.current())?.id).toBe('b')
    const { known } = await nobody.admin.create(newVault(folder))
    expect(known.id).toBe('new')
    expect((await nobody.current())?.id).toBe('b')
  }))

test('the list of vaults is changed by nobody who sees a part of it', () =>
  withVaults(three, async (vaults) => {
    const { hub, folder } = vaults
    const token = tokenVaults(hub, some('a'))
    const denied = {
      code: 'PERMISSION_DENIED',
      message: expect.stringMatching(/^(create|update|remove)_vault is not/),
    }
    await expect(token.admin.create(newVault(folder))).rejects.toMatchObject(denied)
    await expect(token.admin.remove('a')).rejects.toMatchObject(denied)
    for (const id of ['a', 'b']) {
      await expect(token.admin.update(id, { name: 'Mine' })).rejects.toMatchObject(denied)
      expect((await hub.find(id)).name).toBe(`The ${id} vault`)
    }
    expect(existsSync(join(folder, 'new'))).toBe(false)
  }))

test('a vault that a token makes becomes its own active one where it asks for that, and not the process’s', () =>
  withVaults(three, async ({ hub, folder }) => {
    const token = tokenVaults(hub, owner)
    const made = await token.admin.create(newVault(folder, { switchTo: true }))
    expect([made.known.id, made.wasAdopted]).toEqual(['new', false])
    expect((await token.current())?.id).toBe('new')
    expect((await hub.current())?.id).toBe('b')
    expect((await token.admin.remove('new')).id).toBe('new')
    expect([await token.current(), await token.lost()]).toEqual([null, 'new'])
  }))

test('what is odd about the list is told only to whoever may change it', () =>
  withVaults(three, async (vaults) => {
    await vaults.restart(async () => {
      const config = join(vaults.folder, 'config', 'config.yml')
      await writeFile(config, `${(await readFile(config, 'utf8')).slice(0, -1)}, "odd": 1}`)
    })
    const { hub } = vaults
    const told = await hub.notices()
    expect(told).toEqual([expect.stringContaining('odd')])
    expect(await tokenVaults(hub, owner).notices()).toEqual(told)
    expect(await tokenVaults(hub, some('a')).notices()).toEqual([])
  }))

test('a token for one folder does not open another that has got its id', () =>
  withVaults(three, async ({ hub, folder }) => {
    const { root } = await hub.find('a')
    const grant = { ...some('a', 'b'), places: [{ id: 'a', root }] }
    const token = tokenVaults(hub, grant)
    expect(idsOf(await token.known())).toEqual(['b', 'a'])
    await hub.admin.remove('a')
    await hub.admin.create(newVault(folder, { id: 'a' }))
    for (const seen of [token, tokenVaults(hub, grant)]) {
      expect(idsOf(await seen.known())).toEqual(['b'])
      await expect(seen.find('a')).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
    }
    // Its own folder is opened again.
    await hub.admin.remove('a')
    await hub.admin.create(newVault(folder, { id: 'a', path: root }))
    expect((await token.find('a')).root).toBe(root)
  }))

test('a folder that gets the id of the only vault does not become the active one by itself', () =>
  withVaults(three, async ({ hub, folder }) => {
    const token = tokenVaults(hub, some('a'))
    expect((await token.current())?.id).toBe('a')
    await hub.admin.remove('a')
    await hub.admin.create(newVault(folder, { id: 'a' }))
    expect(await token.current()).toBeNull()
    expect(await token.lost()).toBe('a')
    await token.admin.switchTo('a')
    expect((await token.current())?.root).toBe(join(folder, 'new'))
  }))

test('a token still opens its folder under the links that lead there, and where it was moved', () =>
  withVaults(
    three,
    async (vaults) => {
      const { hub, folder } = vaults
      const { root } = await hub.find('a')
      await hub.open((await hub.find('a')).id)
      const opens = async (path: string) => {
        const grant = { ...some('a'), places: [{ id: 'a', root }] }
        await changeRegistry(join(folder, 'config'), (config) => ({
          ...config,
          vaults: { ...config.vaults, a: { name: 'A', path } },
        }))
        await vaults.restart()
        return (await tokenVaults(vaults.hub, grant).known()).length === 1
      }
      await vaults.restart(async () => {
        await rename(root, join(folder, 'moved'))
      })
      expect(await opens(join(folder, 'moved'))).toBe(true)
      await vaults.hub.open((await vaults.hub.find('a')).id)
      expect(await opens(join(folder, 'moved'))).toBe(true)
      expect(await opens(join(folder, 'c'))).toBe(false)
      await symlink(join(folder, 'c'), root)
      expect(await opens(root)).toBe(true)
      expect(await opens(join(folder, 'c'))).toBe(true)
    },
    { stores: 'own' },
  ))

test('a token does not open another folder that is made the vault of its id at the same path', () =>
  withVaults(
    three,
    async ({ hub, folder, write }) => {
      const { root } = await hub.find('a')
      await hub.open((await hub.find('a')).id)
      const grant = (created: Date) => ({
        ...some('a'),
        places: [{ id: 'a', root }],
        created: created.toISOString(),
      })
      const opens = async (created: Date) => (await tokenVaults(hub, grant(created)).known()).length === 1
      const before = new Date(Date.now() - 1_000)
      expect(await opens(before)).toBe(true)
      await hub.admin.remove('a')
      await rename(root, join(folder, 'moved'))
      await write('private.md', '# Private\n', 'a')
      await hub.admin.create(newVault(folder, { id: 'a', path: root }))
      expect(await opens(before)).toBe(false)
      expect(await opens(new Date(Date.now() + 1_000))).toBe(true)
    },
    { stores: 'own' },
  ))
