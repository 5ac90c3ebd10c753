import { once } from 'node:events'
import { createInterface } from 'node:readline'
import {
  Client as NewClient,
  type ElicitResult,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { grantOf } from '../../src/cli/grant-of.ts'
import { TokenBook, type TokenGrant } from '../../src/access/token-book.ts'
import { fileTokens } from '../../src/access/token-file.ts'
import { type HttpOptions, serveHttp } from '../../src/server/serve-http.ts'
import type { VaultHub } from '../../src/registry/vault-hub.ts'
import { allTools } from '../../src/tools/index.ts'
import type { Tool } from '../../src/call/tool.ts'
import type { Flint } from '../cli/with-flint.ts'
import { plain } from '../support/plain.ts'
import type { Door, Serving } from '../support/three-servers.ts'
import {
  collect,
  type Files,
  type Json,
  skip,
  three,
  type Vaults,
  withVaults,
} from '../support/with-vault.ts'

/** What both lines of the SDK's client can do. */
export type AnyClient = OldClient | NewClient

export const eras = ['2025', '2026'] as const
export type Era = (typeof eras)[number]

export interface HttpServer extends Vaults {
  readonly url: string
  readonly port: number
  readonly book: TokenBook
  /** The header of a caller on this machine: that of a token where nobody gets in without one. */
  readonly anyone: Readonly<Record<string, string>>
  /** Everything that was logged, a line each. */
  readonly logged: string[]
  /** Makes a token that may do everything but what is said, and hands over its text. */
  readonly token: (grant?: Partial<TokenGrant>) => Promise<string>
  /** Sends one request to `/mcp`, or to another path. */
  readonly post: (
    body: unknown,
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ) => Promise<Response>
  /** A client that is closed with the server. */
  readonly connect: (token?: string | null, era?: Era) => Promise<AnyClient>
  /** The result of a tool, as the bearer of that token gets it. */
  readonly callAs: (token: string | null, tool: string, args?: object) => Promise<Json>
  /** Stops the server, and resolves once it has. */
  readonly stop: () => Promise<void>
}

export interface HttpServerOptions extends Partial<
  Omit<HttpOptions, 'onListening' | 'stop' | 'close' | 'news'>
> {
  readonly more?: readonly Tool[]
  readonly clock?: () => Date
}

/** A server over HTTP on registered vaults, on a free port, closed afterwards. */
export async function withHttp(
  vaults: Readonly<Record<string, Files>>,
  use: (server: HttpServer) => Promise<void>,
  { more = [], clock = () => new Date(), ...changes }: HttpServerOptions = {},
): Promise<void> {
  const logged: string[] = []
  const serving = { more, clock, log: collect(logged), changes }
  await withVaults(
    vaults,
    async (opened) => {
      const { port, book, ownToken = null, stop } = opened.door ?? (await openDoor(opened.hub, serving))
      const wantsToken = changes.requireToken === true || ![undefined, '127.0.0.1'].includes(changes.host)
      const anyToken = wantsToken ? null : ownToken
      const clients: AnyClient[] = []
      const url = `http://127.0.0.1:${port}/mcp`
      let made = 0
      const connect: HttpServer['connect'] = async (token = null, era = '2026') => {
        const client = await connectOver(url, token ?? anyToken, era)
        clients.push(client)
        return client
      }
      const byToken = new Map<string | null, Promise<AnyClient>>()
      const anyone = anyToken === null ? {} : { authorization: `Bearer ${anyToken}` }
      const added: Omit<HttpServer, keyof Vaults> = {
        anyone,
        url,
        port,
        book,
        logged,
        connect,
        token: async (grant = {}) => {
          const all = { vaults: null, folder: null, readOnly: false, expires: null }
          made += 1
          return (await book.create({ name: `token ${made}`, ...all, ...grant })).text
        },
        post: async (body, headers = {}, path = '/mcp') =>
          await fetch(new URL(path, url), {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              ...anyone,
              ...headers,
            },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        callAs: async (token, tool, args = {}) => {
          const client = byToken.get(token) ?? connect(token)
          byToken.set(token, client)
          return await callOver(await client, tool, args)
        },
        stop,
      }
      try {
        // A spread would ask for the hub, which three servers have not.
        const members = [opened, added].map((one) => Object.getOwnPropertyDescriptors(one))
        await use(Object.defineProperties({} as HttpServer, Object.assign({}, ...members)))
      } finally {
        await Promise.all(clients.map((client) => client.close().catch(() => undefined)))
        await stop()
      }
    },
    { serving },
  )
}

/** The door of one process. */
async function openDoor(hub: VaultHub, { more, clock, log, changes }: Serving): Promise<Door> {
  const book = new TokenBook(fileTokens(hub.configFolder), clock)
  const app = { hub, tools: async () => [...allTools, ...more] }
  const scoped = { scope: null, cwd: hub.configFolder, env: {} }
  const { port, stop } = await startServing({
    tokens: book,
    grantOf: (token) => grantOf(token, app, {}, scoped),
    news: () => Promise.resolve(hub),
    log,
    now: () => new Date(),
    ...changes,
  })
  return { port, book, stop }
}

/** Serves over HTTP on a free port, until `stop`. */
export async function startServing(
  options: Pick<HttpOptions, 'tokens' | 'grantOf' | 'news' | 'log' | 'now'> & Partial<HttpOptions>,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  let stopNow: () => void = () => undefined
  const stop = new Promise<void>((resolve) => (stopNow = resolve))
  let listening: (port: number) => void = () => undefined
  const started = new Promise<number>((resolve) => (listening = resolve))
  const serving = serveHttp({
    version: '1.2.3',
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    strictOutput: true,
    ...options,
    onListening: ({ port }) => {
      listening(port)
    },
    stop,
    close: async () => undefined,
  })
  const port = await Promise.race([started, serving.then(() => Promise.reject(new Error('It has ended.')))])
  return {
    port,
    stop: async () => {
      stopNow()
      await serving
    },
  }
}

/** `answer` is what the user of a client of 2026 says to a question; without it the client cannot ask. */
export async function connectOver(
  url: string,
  token: string | null,
  era: Era,
  answer?: (question: object) => ElicitResult,
): Promise<AnyClient> {
  const info = { name: 'test', version: '1' }
  const options = token === null ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }
  if (era === '2025') {
    const client = new OldClient(info)
    await client.connect(new OldTransport(new URL(url), options))
    return client
  }
  const client = new NewClient(info, {
    capabilities: answer === undefined ? {} : { elicitation: {} },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  })
  if (answer !== undefined) client.setRequestHandler('elicitation/create', answer)
  await client.connect(new NewTransport(new URL(url), options))
  return client
}

/** The complete result of a tool over any client. */
export async function callOver(client: AnyClient, name: string, args: object = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: { ...args } })
  return plain(result).structuredContent
}

/** A built flint that serves HTTP on a free port. */
export async function startHttp(
  flint: Flint,
  args: readonly string[] = ['--port', '0'],
  env: Readonly<Record<string, string>> = {},
) {
  if (three !== null) skip('it starts the program itself')
  const child = flint.start(['serve', '--http', ...args], { env })
  let stderr = ''
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (text) => {
      stderr += `${text}\n`
      const [, url] = /serves MCP at (\S+)/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
    child.once('close', () => {
      reject(new Error(`It has ended:\n${stderr}`))
    })
  })
  return {
    child,
    url: await line,
    stderr: () => stderr,
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      const closed = once(child, 'close')
      child.kill(signal)
      const [code, killedBy] = await closed
      return killedBy ?? code
    },
  }
}

/** A request of the newest protocol for a stream of notices, with the headers that it goes by. */
export const listen = {
  body: {
    jsonrpc: '2.0',
    id: 7,
    method: 'subscriptions/listen',
    params: {
      notifications: { resourcesListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  headers: { 'mcp-protocol-version': '2026-07-28' },
} as const

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
