import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { TokenBook } from '../../src/access/token-book.ts'
import { createApp } from '../../src/app.ts'
import { callTool } from '../../src/call/call-tool.ts'
import type { Tool } from '../../src/call/tool.ts'
import { readCallLimits, writeCallLimits } from '../../src/cli/call-limits.ts'
import { grantOf, grantWithin } from '../../src/cli/grant-of.ts'
import { joinCluster } from '../../src/cluster/open-cluster.ts'
import type { Log } from '../../src/model/log.ts'
import { fileRegistry } from '../../src/registry/registry-store.ts'
import { type HttpOptions, serveHttp } from '../../src/server/serve-http.ts'
import { allTools } from '../../src/tools/index.ts'
import { startProxy } from './tcp-proxy.ts'
import { until } from './until.ts'
import { withDatabase } from './with-postgres.ts'
import type { Json } from './with-vault.ts'

/** Who calls: what callers in this process read of a result, or what an agent gets of it. */
type Caller = 'whole' | 'agent'

const oneDataFolder = 'it looks into the data folder, of which each server has its own'
const anEditor = 'a process that is none of the servers is an editor to them'
const ownList = 'it changes the list of vaults in a file, and servers have it in PostgreSQL'

const manyDoors = 'calls that go through several doors arrive in no order'

/** Tests that say something of one process, and why. */
export const notOnThree: Readonly<Record<string, string>> = {
  'a note that may not be read': 'it acts as another user, who may not read what the servers share',
  'settings that may not be read leave the vault read-only':
    "it acts as another user, who may not read the servers' own settings",
  'a folder that may not be written to': oneDataFolder,
  'a note of any length is removed for good after a backup, and it is said what has it then': oneDataFolder,
  'what is removed for good is backed up first': oneDataFolder,
  'what is removed for good is backed up in the data folder first': oneDataFolder,
  'deleting takes the notes as the vault deletes notes, and other files stay': oneDataFolder,
  'no vault is made in what is hidden in another one, nor where git, Obsidian, zk or flint keep their files':
    oneDataFolder,
  "two processes' edits of different places in one note, at the same moment, are both there": anEditor,
  'no process is left when the vault closes': 'it closes the one process that it asks afterwards',
  'every note is read again, and none is touched': 'servers say why their settings make no vectors',
  'a call that has to be confirmed says by whom, what it would do and where that is set':
    'it says what is told where nobody can answer elsewhere',
  'a change is in the name of its token, else of the client where that says who it is':
    'servers ask everybody for a token',
  'what one caller has under way keeps no other from being answered':
    'each server counts what its callers have under way',
  'a vault in the folder of others has at most what each of them allows, and what they say counts at once':
    ownList,
  'calls that are sent without waiting for the answers before find what those write': manyDoors,
  'what earlier calls do not write is not found, and what later ones write is not waited for': manyDoors,
}

/** What a test of HTTP itself wants of each server. */
export interface Serving {
  /** Tools beside those that agents are served. */
  readonly more: readonly Tool[]
  readonly clock: () => Date
  readonly log: Log
  readonly changes: Partial<HttpOptions>
}

/** Where a test of HTTP finds what it is about. */
export interface Door {
  readonly port: number
  readonly book: TokenBook
  /** A token of somebody who may do everything, where nobody gets in without one. */
  readonly ownToken?: string
  readonly stop: () => Promise<void>
}

export interface ThreeServers {
  /** Calls a tool at one server after the other, so that two of three calls are passed on. */
  readonly call: (caller: Caller, tool: string, args: object) => Promise<Json>
  /** Stops all three, lets something happen while none runs, and starts them again. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>
  /** A port whose connections go to one server after the other. */
  readonly door: Door
}

interface Place {
  /** Holds `config/config.yml` with the vaults. */
  readonly folder: string
  readonly vaults: readonly string[]
  readonly now: () => Date
  readonly log: Log
  readonly serving?: Serving | undefined
}

interface Server {
  readonly url: string
  readonly book: TokenBook
  readonly stop: () => Promise<void>
}

/** Runs a test with three servers that share its vaults by a PostgreSQL, each with a data folder and a door of its own. */
export async function withThreeServers(
  place: Place,
  use: (servers: ThreeServers) => Promise<void>,
): Promise<void> {
  await withDatabase(async (url) => {
    let tokens: Readonly<Record<Caller, string>> | null = null
    const start = async () => {
      // The first one gives PostgreSQL the list of vaults.
      const first = await startServer(0, url, place)
      const others = await Promise.all([1, 2].map((number) => startServer(number, url, place)))
      tokens ??= { whole: await newToken(first, 'whole'), agent: await newToken(first, 'agent') }
      return [first, ...others] as const
    }
    let servers = await start()
    const proxy = await startProxy(...servers.map(({ url }) => Number(new URL(url).port)))
    let calls = 0
    const call = async (caller: Caller, tool: string, args: object) => {
      const server = servers[calls++ % servers.length]
      if (server === undefined || tokens === null) throw new Error('No server runs.')
      return await post(server, tokens[caller], tool, args)
    }
    const stop = async () => {
      await Promise.all(servers.map((server) => server.stop()))
    }
    const settle = async () => {
      // As in one process the first call finds all notes indexed, unless so many are gone that it is in doubt.
      for (const vault_id of place.vaults)
        await until(`${vault_id} is indexed`, async () => {
          const { index } = await call('whole', 'get_vault_info', { vault_id, detailed: true })
          return index === undefined || !['scanning', 'indexing'].includes(index.state)
        })
    }
    try {
      await settle()
      await use({
        call,
        door: {
          port: proxy.port,
          book: servers[0].book,
          ownToken: await newToken(servers[0], 'own'),
          async stop() {
            await stop()
            await proxy.close()
          },
        },
        async restart(meanwhile) {
          await stop()
          await meanwhile?.()
          servers = await start()
          await settle()
        },
      })
    } finally {
      await stop()
      await proxy.close()
    }
  })
}

async function newToken({ book }: Server, name: string): Promise<string> {
  return (await book.create({ name, vaults: null, folder: null, readOnly: false, expires: null })).text
}

async function startServer(
  number: number,
  url: string,
  { folder, now, log, serving }: Place,
): Promise<Server> {
  const home = join(folder, `server-${number}`)
  await mkdir(home, { recursive: true })
  const config = join(folder, 'config')
  const env = { HOME: folder, FLINT_CONFIG_DIR: config, FLINT_DATA_DIR: join(home, 'data') }
  const inner = createServer()
  inner.listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const address = inner.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const shared = await joinCluster(
    { url, log, version: 'test', own: fileRegistry(config) },
    `http://127.0.0.1:${port}`,
  )
  const app = createApp({ env, cwd: folder, vault: null, log, now, shared })
  // As in one process every tool is there, without a GitLab project too.
  const served = { ...app, tools: () => Promise.resolve([...allTools, ...(serving?.more ?? [])]) }
  const tokens = new TokenBook(shared.tokens, serving?.clock ?? now)
  const scoped = { scope: null, cwd: folder, env }
  const stopping = Promise.withResolvers<undefined>()
  const listening = Promise.withResolvers<string>()
  const ended = serveHttp({
    version: 'test',
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    tokens,
    shared: {
      elsewhere: shared.calls,
      inner,
      passing: {
        limitsOf: (token) => writeCallLimits({ choice: {}, scoped }, token),
        grantWithin: (token, limits) => grantWithin(token, served, readCallLimits(limits)),
      },
    },
    grantOf: (token) => grantOf(token, served, {}, scoped),
    news: () => Promise.resolve(app.hub),
    questions: () => app.questions(),
    log: serving?.log ?? log,
    now,
    strictOutput: true,
    call: (tools, name, args, context) => {
      const { actor } = context
      const wantsAll = JSON.stringify(actor ?? null).includes('whole')
      return callTool(tools, name, args, { ...context, wantsAll })
    },
    ...serving?.changes,
    requireToken: true,
    onListening: ({ url: at }) => {
      listening.resolve(at)
    },
    stop: stopping.promise,
    close: () => app.close(),
  })
  return {
    url: await listening.promise,
    book: tokens,
    async stop() {
      stopping.resolve(undefined)
      await ended
    },
  }
}

async function post({ url }: Server, token: string, tool: string, args: object): Promise<Json> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${text}`)
  const answer: Json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  if (answer.result === undefined) throw new Error(`${tool}: ${JSON.stringify(answer.error)}`)
  return answer.result.structuredContent
}
