import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HashedVector, VectorCache } from '../../src/embed/vector-cache.ts'
import { createHub, type VaultHub } from '../../src/registry/vault-hub.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import { prepareVault } from '../../src/vault/prepare-vault.ts'
import type { VaultOptions } from '../../src/vault/start-vault.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import { ownStores } from '../../src/vault/vault-stores.ts'
import { until } from '../support/until.ts'
import { collect, withVaults, type Vaults } from '../support/with-vault.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

const notes = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`${at}.md`, `# Note ${at}\nIt says word${at}.\n`]),
)

/** Servers with a data folder each, for the same vault; vectors are kept for both. */
class Servers {
  readonly kept = new Map<string, HashedVector>()
  readonly #folder: string
  readonly #hubs: VaultHub[] = []

  constructor({ folder }: Vaults) {
    this.#folder = folder
  }

  start(name: string) {
    const embedder = wordEmbedder()
    const { kept } = this
    const vectors: VectorCache = {
      find: (_model, hashes) => Promise.resolve(hashes.flatMap((hash) => kept.get(hash) ?? [])),
      keep: (_model, some) => {
        for (const one of some) kept.set(one.hash, one)
        return Promise.resolve()
      },
    }
    const how = (options: VaultOptions): VaultOptions => ({
      ...options,
      stores: { ...ownStores, vectors },
      openEmbedder: () => Promise.resolve({ kind: 'ready', embedder, notice: null }),
      embeddingPace: { lookEvery: 20, quietFor: 0, sweepEvery: 200, yieldFor: 0 },
    })
    const data = join(this.#folder, name)
    const hub = createHub({
      configFolder: join(this.#folder, 'config'),
      dataFolder: data,
      cwd: this.#folder,
      env: { HOME: this.#folder, FLINT_CONFIG_DIR: join(this.#folder, 'config') },
      vault: null,
      openVault: (options) => openVault(how(options)),
      prepareVault: (options, signal) => prepareVault(how(options), signal),
      log: collect([]),
      now: () => new Date(),
    })
    this.#hubs.push(hub)
    const open = async () => await hub.open((await hub.find('main')).id)
    return { hub, open, embedder, data }
  }

  async close(): Promise<void> {
    for (const hub of this.#hubs) await hub.close()
  }
}

function withServers(use: (servers: Servers, vaults: Vaults) => Promise<void>): Promise<void> {
  return withVaults({ main: notes }, async (vaults) => {
    const servers = new Servers(vaults)
    await use(servers, vaults).finally(() => servers.close())
  })
}

async function countNotes({ index }: VaultContext): Promise<unknown> {
  return await index.query(({ db }) => db.prepare('SELECT count(*) FROM note').pluck().get())
}

test('a prepared vault has words, vectors and its own model before it is opened, and nothing is embedded for it', () =>
  withServers(async (servers, { write, at }) => {
    const holder = servers.start('holder')
    const { embedding } = await holder.open()
    await until('the holder has made all vectors', () => embedding?.progress.state === 'ready')
    const heir = servers.start('heir')
    await heir.hub.prepareVault('main')
    expect(await heir.hub.opened()).toEqual([])
    await holder.hub.close()
    // What the folder holds is looked at when it is opened: it changes until then.
    await write('new.md', '# New\nIt says word99.\n')
    await rename(at('3.md'), at('moved.md'))
    const vault = await heir.open()
    await vault.index.settled(20_000)
    expect(await countNotes(vault)).toBe(41)
    const pending = await vault.vectors?.reader.ask('count', { model: heir.embedder.model.id })
    expect(pending).toBeLessThanOrEqual(1)
    expect(await vault.vectors?.reader.ask('ownState', {})).toMatchObject({
      model: { kept: expect.any(Number) },
    })
    await until('all have their vectors again', async () => {
      const left = await vault.vectors?.reader.ask('count', { model: heir.embedder.model.id })
      return left === 0 && servers.kept.size === 41
    })
    expect(heir.embedder.seen).toEqual([expect.stringContaining('word99')])
  }))

test('preparing makes no vector itself, and writes nothing into the vault', () =>
  withServers(async (servers, { at }) => {
    const before = await readdir(at(''), { recursive: true })
    const heir = servers.start('heir')
    await heir.hub.prepareVault('main')
    expect(heir.embedder.seen).toEqual([])
    expect(servers.kept.size).toBe(0)
    expect(await readdir(at(''), { recursive: true })).toEqual(before)
    expect(
      (await readdir(heir.data, { recursive: true })).filter((name) => name.includes('history')),
    ).toEqual([])
  }))

test('a drive that is mounted after its vault was prepared is taken for the vault', () =>
  withServers(async (servers, { at, folder }) => {
    await rename(at(''), join(folder, 'unmounted'))
    await mkdir(at(''))
    const heir = servers.start('heir')
    await heir.hub.prepareVault('main')
    await rmdir(at(''))
    await rename(join(folder, 'unmounted'), at(''))
    const vault = await heir.open()
    await vault.index.settled(20_000)
    expect(await countNotes(vault)).toBe(40)
  }))

test('a call that opens a vault while it is prepared ends that and is answered', () =>
  withServers(async (servers) => {
    const heir = servers.start('heir')
    const preparing = heir.hub.prepareVault('main')
    const vault = await heir.open()
    await preparing
    await vault.index.settled(20_000)
    expect(await countNotes(vault)).toBe(40)
    // One that is served here is not prepared.
    await heir.hub.prepareVault('main')
    expect(await heir.hub.opened()).toEqual([vault])
  }))

test('a vault that nobody knows is told, and a hub that closes ends what it prepares', () =>
  withServers(async (servers) => {
    const heir = servers.start('heir')
    await expect(heir.hub.prepareVault('other')).rejects.toMatchObject({ code: 'VAULT_NOT_FOUND' })
    const preparing = heir.hub.prepareVault('main')
    await heir.hub.close()
    await preparing
    expect(await heir.hub.opened()).toEqual([])
  }))
