import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TokenBook, type TokenGrant } from '../../src/access/token-book.ts'
import { fileTokens } from '../../src/access/token-file.ts'
import type { TokenStore } from '../../src/access/token-store.ts'
import { openShared, type SharedStores } from '../../src/cluster/open-cluster.ts'
import { fileRegistry, type RegistryStore } from '../../src/registry/registry-store.ts'
import type { HubOptions } from '../../src/registry/listed-vaults.ts'
import { createHub } from '../../src/registry/vault-hub.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withDatabase } from '../support/with-postgres.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const grant: TokenGrant = { name: 'laptop', vaults: ['home'], folder: null, readOnly: true, expires: null }
const now = () => new Date('2026-03-01T12:00:00Z')

/** The stores of two processes over the same place. */
interface TwoStores {
  readonly tokens: readonly [TokenStore, TokenStore]
  readonly registries: readonly [RegistryStore, RegistryStore]
}

const kinds: readonly [
  string,
  (use: (stores: TwoStores) => Promise<void>) => Promise<void>,
  string | null,
][] = [
  [
    'in files',
    (use) =>
      withFolder({}, (folder) =>
        use({
          tokens: [fileTokens(folder), fileTokens(folder)],
          registries: [fileRegistry(folder), fileRegistry(folder)],
        }),
      ),
    null,
  ],
  ['in PostgreSQL', (use) => withTwoShared(([one, two]) => use(storesOf(one, two))), noPostgres],
]

const plain = { name: 'Notes', description: '', types: 'none', switchTo: false } as const

/** A process that has a list of vaults in common with another one. */
function hubOver(registry: RegistryStore, folder: string, claim?: HubOptions['claim']) {
  return createHub({
    registry,
    ...(claim !== undefined && { claim }),
    configFolder: join(folder, 'config'),
    dataFolder: join(folder, 'data'),
    cwd: folder,
    env: { HOME: folder },
    vault: null,
    openVault: () => Promise.reject(new Error('No vault is opened here.')),
    log,
    now,
  })
}

function storesOf(one: SharedStores, two: SharedStores): TwoStores {
  return { tokens: [one.tokens, two.tokens], registries: [one.registry, two.registry] }
}

function withTwoShared(use: (shared: readonly [SharedStores, SharedStores]) => Promise<void>): Promise<void> {
  return withFolder({}, (folder) =>
    withDatabase(async (url) => {
      const open = async (name: string) => {
        await mkdir(join(folder, name))
        return await openShared({ url, log, own: fileRegistry(join(folder, name)) })
      }
      const [one, two] = [await open('one'), await open('two')]
      try {
        await use([one, two])
      } finally {
        await Promise.all([one.close(), two.close()])
      }
    }),
  )
}

for (const [where, withStores, missing] of kinds) {
  describe.skipIf(missing !== null)(`${where} ${missing ?? ''}`, () => {
    test('a token that one process makes is known to the other, and void there once it is revoked', () =>
      withStores(async ({ tokens: [one, two] }) => {
        const [here, there] = [new TokenBook(one, now), new TokenBook(two, now)]
        const { text, token } = await here.create(grant)
        await until('the other knows it', async () => (await there.find(text)) !== null)
        expect(await there.find(text)).toEqual(token)
        expect(await there.find(`${text}x`)).toBeNull()
        await expect(there.create(grant)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
        await there.revoke('laptop')
        await until('it is void', async () => (await here.find(text)) === null)
        expect(await here.findAgain(token)).toBeNull()
      }))

    test('tokens made at the same moment are all kept', () =>
      withStores(async ({ tokens }) => {
        const names = Array.from({ length: 12 }, (_, number) => `token-${number}`)
        await Promise.all(
          names.map((name, number) =>
            new TokenBook(tokens[number % 2 === 0 ? 0 : 1], now).create({ ...grant, name }),
          ),
        )
        const [, fresh] = tokens
        const kept = (await fresh.read()).tokens.map(({ name }) => name)
        expect(kept.sort()).toEqual(names.sort())
      }))

    test('vaults added at the same moment are all kept, in their order', () =>
      withStores(async ({ registries: [one, two] }) => {
        const add = (registry: RegistryStore, id: string) =>
          registry.change((config) => ({
            ...config,
            vaults: { ...config.vaults, [id]: { name: id, path: `/v/${id}` } },
          }))
        await Promise.all([add(one, 'b'), add(two, 'a'), add(one, 'd'), add(two, 'c')])
        const { config } = await one.read()
        expect(Object.keys(config.vaults).sort()).toEqual(['a', 'b', 'c', 'd'])
        expect(Object.keys((await two.read()).config.vaults)).toEqual(Object.keys(config.vaults))
      }))

    for (const [same, wanted] of [
      [
        'id',
        [
          { id: 'one', path: 'vaults/x' },
          { id: 'one', path: 'vaults/y' },
        ],
      ],
      [
        'folder',
        [
          { id: 'one', path: 'vaults/x' },
          { id: 'two', path: 'vaults/x' },
        ],
      ],
    ] as const)
      test(`of two vaults with one ${same} that are made at once one is made, and the other leaves nothing`, () =>
        withStores((stores) =>
          withFolder({}, async (folder) => {
            const hubs = stores.registries.map((registry) => hubOver(registry, folder))
            const both = Promise.withResolvers<undefined>()
            let asked = 0
            const approve = async () => {
              if (++asked === 2) both.resolve(undefined)
              await both.promise
            }
            const outcomes = await Promise.allSettled(
              wanted.map(({ id, path }, at) =>
                hubs[at]!.admin.create({ ...plain, id, path: join(folder, path), approve }),
              ),
            )
            const refused = outcomes.findIndex(({ status }) => status === 'rejected')
            expect(outcomes[refused]).toMatchObject({ reason: { code: 'ALREADY_EXISTS' } })
            const made = wanted[1 - refused]!
            expect(outcomes[1 - refused]).toMatchObject({ value: { known: { id: made.id } } })
            const { config } = await stores.registries[0].read()
            expect(Object.keys(config.vaults)).toEqual([made.id])
            expect(await readFile(join(folder, made.path, '.flint-note/config.yml'), 'utf8')).toContain(
              `vault_id: "${made.id}"`,
            )
            expect(await readdir(join(folder, 'vaults'))).toHaveLength(1)
            await Promise.all(hubs.map((hub) => hub.close()))
          }),
        ))

    test('a vault has its server before the list names it, and is not made where it cannot have it', () =>
      withStores(({ registries: [one] }) =>
        withFolder({}, async (folder) => {
          const listed: string[][] = []
          let given = 0
          const hub = hubOver(one, folder, async (id) => {
            listed.push(Object.keys((await one.read()).config.vaults))
            if (id === 'bad') throw new Error('no')
            return () => {
              given++
              return Promise.resolve()
            }
          })
          const approve = () => Promise.resolve()
          await hub.admin.create({ ...plain, id: 'good', path: join(folder, 'vaults/good'), approve })
          await expect(
            hub.admin.create({ ...plain, id: 'bad', path: join(folder, 'vaults/bad'), approve }),
          ).rejects.toThrow('no')
          expect(listed).toEqual([[], ['good']])
          expect(await readdir(join(folder, 'vaults'))).toEqual(['good'])
          await writeFile(join(folder, 'file'), '')
          await expect(
            hub.admin.create({ ...plain, id: 'late', path: join(folder, 'file'), approve }),
          ).rejects.toMatchObject({ code: 'INVALID_PATH' })
          expect(given).toBe(1)
          await hub.close()
        }),
      ))

    test('a change is told to who follows the list', () =>
      withStores(async ({ registries: [one, two] }) => {
        const seen: string[] = []
        const watch = two.watch(await two.read(), (change) => seen.push(change))
        await one.change((config) => ({
          ...config,
          vaults: { home: { name: 'Home', path: '/v/home' } },
          current_vault: 'home',
        }))
        await until('it is told', () => seen.includes('changed'))
        expect((await two.read()).config.current_vault).toBe('home')
        watch.close()
      }))

    test('a change that fails leaves the list as it was', () =>
      withStores(async ({ registries: [one] }) => {
        const before = await one.read()
        await expect(
          one.change(() => {
            throw new Error('no')
          }),
        ).rejects.toThrow('no')
        expect((await one.read()).config).toEqual(before.config)
      }))
  })
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'shared by servers', () => {
  test('the first server gives the list what its own file has; other settings stay each server’s', () =>
    withFolder(
      {
        'one/config.yml': 'vaults: {home: {name: Home, path: /v/home}}\nmcp_server: {port: 1}\n',
        'two/config.yml': 'vaults: {other: {name: Other, path: /v/other}}\nmcp_server: {port: 2}\n',
      },
      (folder) =>
        withDatabase(async (url) => {
          const open = (name: string) => openShared({ url, log, own: fileRegistry(join(folder, name)) })
          const [one, two] = [await open('one'), await open('two')]
          await one.registry.read()
          const { config } = await two.registry.read()
          expect(Object.keys(config.vaults)).toEqual(['home'])
          expect(config.mcp_server.port).toBe(2)
          await Promise.all([one.close(), two.close()])
        }),
    ))

  test('a server follows its own file while it runs, and the list stays the common one', () =>
    withFolder({ 'own/config.yml': 'vaults: {home: {name: Home, path: /v/home}}\n' }, (folder) =>
      withDatabase(async (url) => {
        const own = join(folder, 'own')
        const server = await openShared({ url, log, own: fileRegistry(own) })
        const seen: string[] = []
        const watch = server.registry.watch(await server.registry.read(), (change) => seen.push(change))
        await writeFile(
          join(own, 'config.yml'),
          'vaults: {other: {name: Other, path: /v/other}}\nmcp_server: {port: 2}\n',
        )
        await until('it is told', () => seen.length > 0)
        const { config } = await server.registry.read()
        expect(config.mcp_server.port).toBe(2)
        expect(Object.keys(config.vaults)).toEqual(['home'])
        watch.close()
        await server.close()
      }),
    ))

  test('a token is known to the other servers once it is made, and unknown to its own once it is revoked', () =>
    withTwoShared(async ([one, two]) => {
      const [here, there] = [one, two].map(({ tokens }) => new TokenBook(tokens, () => new Date()))
      expect(await there?.find('flint_nobody')).toBeNull()
      for (const name of ['a', 'b', 'c', 'd']) {
        const made = await here?.create({ name, vaults: null, folder: null, readOnly: false, expires: null })
        expect(await there?.find(made?.text ?? '')).toMatchObject({ name })
        await here?.revoke(name)
        expect(await here?.find(made?.text ?? '')).toBeNull()
      }
    }))

  test('the active vault of a token is the same on all servers', () =>
    withTwoShared(async ([one, two]) => {
      expect(await two.active.get('t')).toBeNull()
      await one.active.set('t', 'home')
      expect(await two.active.get('t')).toBe('home')
      await one.active.set('t', 'work')
      // What a call acts on is never that of before.
      expect([await one.active.get('t'), await two.active.get('t')]).toEqual(['work', 'work'])
      expect(await one.active.get('t', { mayBeLate: true })).toBe('work')
      await until('it is told', async () => (await two.active.get('t', { mayBeLate: true })) === 'work')
      expect(await two.active.get('u')).toBeNull()
    }))
})
