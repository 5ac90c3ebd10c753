import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { TestRunner, type TestContext } from 'vitest'
import { dirname, join } from 'node:path'
import type { GitLabProject } from '../../src/gitlab/gitlab-project.ts'
import type { Actor } from '../../src/model/actor.ts'
import type { Log } from '../../src/model/log.ts'
import { createHub, type VaultHub } from '../../src/registry/vault-hub.ts'
import type { OpenEmbedder } from '../../src/search/vector-search.ts'
import { callTool } from '../../src/call/call-tool.ts'
import type { Tool } from '../../src/call/tool.ts'
import { allTools } from '../../src/tools/index.ts'
import type { EmbeddingPace } from '../../src/vault/embedding-work.ts'
import { openVault } from '../../src/vault/open-vault.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'
import type { Door, Serving } from './three-servers.ts'
import { until } from './until.ts'
import { type StoresKind, type TestStores, withStores } from './with-stores.ts'

/** For tests that wait for vectors, and not for what embedding itself waits for. */
const quick: EmbeddingPace = { lookEvery: 20, quietFor: 100, sweepEvery: 200, yieldFor: 10 }

export type Files = Readonly<Record<string, string | Uint8Array>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- results cross the wire as JSON: tests look into them as a client does
export type Json = any

export interface Vaults {
  /** The hub at this moment: `restart` makes another one. */
  readonly hub: VaultHub
  readonly folder: string
  readonly stores: Pick<TestStores, 'kind' | 'url'>
  /** Closes all vaults, lets something happen while nobody watches, and starts again. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>
  /** The complete result of a tool, as callers in this process read it. */
  readonly call: (tool: string, args?: object, actor?: Actor) => Promise<Json>
  /** What an agent gets of it. */
  readonly callAsAgent: (tool: string, args?: object) => Promise<Json>
  /** Absolute path of a vault's file. */
  readonly at: (path: string, vault?: string) => string
  readonly read: (path: string, vault?: string) => Promise<string>
  /** Changes a file as an editor would, behind flint's back. */
  readonly write: (path: string, text: string | Uint8Array, vault?: string) => Promise<void>
  readonly log: readonly string[]
  /** Where three servers answer; absent in a run that has one process. */
  readonly door?: Door
}

interface VaultsOptions {
  readonly now?: () => Date
  readonly openEmbedder?: (model: string | null, vault: string) => ReturnType<OpenEmbedder>
  readonly gitlab?: GitLabProject | null
  readonly isPaused?: () => Promise<boolean>
  readonly embeddingPace?: EmbeddingPace
  /** What can be called beside the tools that agents are served. */
  readonly tools?: readonly Tool[]
  /** Those of the run when left out. */
  readonly stores?: StoresKind
  /** For tests of HTTP: three servers open a door that is so. */
  readonly serving?: Serving
}

/** Registered vaults in folders of their own; the first one is active. Everything is closed and removed afterwards. */
export async function withVaults(
  vaults: Readonly<Record<string, Files>>,
  use: (vaults: Vaults) => Promise<void>,
  options: VaultsOptions = {},
): Promise<void> {
  await withStores(async (stores) => {
    await serveVaults(vaults, use, options, stores)
  }, options.stores)
}

/** How many servers a run asks: the project `on-three-servers` of vitest.config.ts has three. */
export const three = process.env['FLINT_SERVERS'] === '3' ? await import('./three-servers.ts') : null

/** Ends a test that three servers cannot run. */
export function skip(why: string): never {
  const context: TestContext | undefined = TestRunner.getCurrentTest()?.context
  if (context === undefined) throw new Error('No test runs.')
  return context.skip(`Not on three servers: ${why}.`)
}

async function serveVaults(
  vaults: Readonly<Record<string, Files>>,
  use: (vaults: Vaults) => Promise<void>,
  options: VaultsOptions,
  stores: TestStores,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'flint-vaults-'))
  const at = (path: string, vault = Object.keys(vaults)[0] ?? '') => join(folder, vault, path)
  const write = async (path: string, text: string | Uint8Array, vault?: string) => {
    await mkdir(dirname(at(path, vault)), { recursive: true })
    await writeFile(at(path, vault), text)
  }
  const ids = Object.keys(vaults)
  for (const [id, files] of Object.entries(vaults)) {
    await mkdir(join(folder, id), { recursive: true })
    for (const [path, text] of Object.entries(files)) await write(path, text, id)
  }
  await mkdir(join(folder, 'config'))
  const entries = Object.fromEntries(
    ids.map((id) => [id, { name: `The ${id} vault`, path: join(folder, id) }]),
  )
  await writeFile(
    join(folder, 'config', 'config.yml'),
    JSON.stringify({
      vaults: entries,
      current_vault: ids[0] ?? null,
      ...(three && { search: { model: 'none' } }),
    }),
  )
  const log: string[] = []
  const { openEmbedder, isPaused, embeddingPace = quick } = options
  const now = options.now ?? (() => new Date())
  const newHub = () =>
    createHub({
      configFolder: join(folder, 'config'),
      dataFolder: join(folder, 'data'),
      cwd: folder,
      env: { HOME: folder, FLINT_CONFIG_DIR: join(folder, 'config') },
      vault: null,
      openVault: async (vault) => {
        const opened = await openVault({
          ...vault,
          stores: await stores.open(vault.known.id),
          ...(openEmbedder && { openEmbedder: (model) => openEmbedder(model, vault.known.id) }),
          ...(isPaused && { isPaused }),
          embeddingPace,
        })
        await lookedThrough(opened)
        return opened
      },
      log: collect(log),
      now,
    })
  let hub = newHub()
  const callFor =
    (wantsAll: boolean) =>
    async (tool: string, args: object = {}, actor?: Actor) => {
      const context = {
        wantsAll,
        vaults: hub,
        session: { id: 'test' },
        ...(actor !== undefined && { actor }),
        log: collect(log),
        gitlab: options.gitlab ?? null,
        now,
        signal: new AbortController().signal,
        strictOutput: true,
      }
      const before = log.length
      const result = await callTool([...allTools, ...(options.tools ?? [])], tool, args, context)
      if (result.text.includes('INTERNAL_ERROR')) console.error(log.slice(before).join('\n'))
      return JSON.parse(result.text)
    }
  if (three !== null) {
    const given = Object.keys(options).filter((name) => !['now', 'stores', 'serving'].includes(name))
    const asked = { folder, vaults: ids, now, log: collect(log), serving: options.serving }
    try {
      const reason = three.notOnThree[TestRunner.getCurrentTest()?.name ?? '']
      if (reason !== undefined) skip(reason)
      if (given.length > 0) skip(`the test brings its own ${given.join(' and ')}`)
      await three.withThreeServers(asked, async ({ call, restart, door }) => {
        const vaults: Omit<Vaults, 'hub'> = {
          folder,
          stores,
          door,
          call: (tool, args = {}, actor) =>
            actor === undefined ? call('whole', tool, args) : skip('the test says itself who calls'),
          callAsAgent: (tool, args = {}) => call('agent', tool, args),
          restart,
          at,
          write,
          log,
          read: async (path, vault) => await readFile(at(path, vault), 'utf8'),
        }
        // A copy of the others does not ask for it.
        const hub = { get: () => skip('the test looks into the one process'), enumerable: false }
        await use(Object.defineProperty<Vaults>(vaults as Vaults, 'hub', hub))
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return
  }
  try {
    await use({
      get hub() {
        return hub
      },
      folder,
      stores,
      call: callFor(true),
      callAsAgent: callFor(false),
      restart: async (meanwhile) => {
        await hub.close()
        await stores.release()
        await meanwhile?.()
        hub = newHub()
      },
      at,
      write,
      log,
      read: async (path, vault) => await readFile(at(path, vault), 'utf8'),
    })
  } finally {
    await hub.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One vault, `main`. */
export async function withVault(
  files: Files,
  use: (vaults: Vaults) => Promise<void>,
  options: Pick<VaultsOptions, 'now' | 'gitlab' | 'tools' | 'stores'> = {},
): Promise<void> {
  await withVaults({ main: files }, use, options)
}

/** However slow this machine is, the first call finds all notes indexed, unless so many are gone that it is in doubt. */
async function lookedThrough({ index }: VaultContext): Promise<void> {
  let isOver = false
  const settled = index.settled(20_000).then(() => {
    isOver = true
  })
  await Promise.race([settled, until('it is in doubt', () => isOver || index.freshness.state === 'doubtful')])
}

/** A log that writes each line into a list. */
export function collect(lines: string[]): Log {
  const add = (level: string) => (message: string, facts?: object) => {
    const readable = (_key: string, value: unknown) => (value instanceof Error ? value.stack : value)
    lines.push(`${level} ${message} ${JSON.stringify(facts ?? {}, readable)}`)
  }
  return { debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') }
}
