import { Client as NewClient, InMemoryTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer, type ServerOptions } from '../../src/server/create-server.ts'
import { withListening } from '../../src/server/listening-transport.ts'
import { Subscriptions } from '../../src/server/subscriptions.ts'
import { plain } from '../support/plain.ts'
import { allTools } from '../../src/tools/index.ts'
import { type Files, type Json, type Vaults, withVaults } from '../support/with-vault.ts'

export const eras = ['2025', '2026'] as const
export type Era = (typeof eras)[number]

export interface ResourceClient extends Vaults {
  /** A request as it crosses the wire, and its answer; the error where it fails. */
  readonly ask: (method: string, params?: object) => Promise<Json>
  readonly subscribe: (...uris: string[]) => Promise<void>
  readonly listenToList: () => Promise<void>
  /** Addresses of `resources/updated`, and `list` for each `list_changed`, in order. */
  readonly notices: string[]
  readonly subscriptions: Subscriptions
}

/** A client of the era, connected in memory to a server over real vaults. */
export async function withResources(
  era: Era,
  vaults: Readonly<Record<string, Files>>,
  use: (client: ResourceClient) => Promise<void>,
  { extensions, ...changes }: Partial<ServerOptions> & { readonly extensions?: Json } = {},
): Promise<void> {
  await withVaults(vaults, async (made) => {
    const capabilities = extensions === undefined ? {} : { extensions }
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    }
    const options = { vaults: made.hub, log, now: () => new Date() }
    const subscriptions = new Subscriptions({ ...options, news: () => Promise.resolve(made.hub) })
    const factory = () =>
      createServer({
        ...options,
        version: '1.2.3',
        instructions: '',
        session: { id: 'test' },
        strictOutput: true,
        tools: () => Promise.resolve(allTools),
        subscriptions,
        ...changes,
      })
    const notices: string[] = []
    const info = { name: 'test', version: '1' }
    const common = { ...made, hub: made.hub, notices, subscriptions }
    try {
      if (era === '2025') {
        const [near, far] = OldTransport.createLinkedPair()
        const client = new OldClient(info, { capabilities })
        client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
          notices.push(params.uri)
        })
        client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
          notices.push('list')
        })
        const server = factory()
        await server.connect(far)
        await client.connect(near)
        await use({
          ...common,
          ask: (method, params = {}) => settled(askOld(client, method, params)),
          async subscribe(...uris) {
            for (const uri of uris) await client.subscribeResource({ uri })
          },
          async listenToList() {
            await client.listResources()
          },
        })
        await client.close()
        await server.close()
        return
      }
      const [near, far] = NewTransport.createLinkedPair()
      const serving = serveStdio(factory, { transport: withListening(far, subscriptions) })
      const client = new NewClient(info, {
        capabilities,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      })
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        notices.push(params.uri)
      })
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        notices.push('list')
      })
      await client.connect(near)
      await use({
        ...common,
        ask: (method, params = {}) => settled(askNew(client, method, params)),
        async subscribe(...uris) {
          await client.listen({ resourceSubscriptions: uris })
        },
        async listenToList() {
          await client.listen({ resourcesListChanged: true })
        },
      })
      await client.close()
      await serving.close()
    } finally {
      await subscriptions.close()
    }
  })
}

async function settled(answer: Promise<unknown>): Promise<Json> {
  try {
    return plain(await answer)
  } catch (error) {
    return { error: plain({ ...(error instanceof Error && { message: error.message }), ...Object(error) }) }
  }
}

async function askOld(client: OldClient, method: string, params: Json): Promise<unknown> {
  switch (method) {
    case 'tools/list':
      return await client.listTools(params)
    case 'resources/list':
      return await client.listResources(params)
    case 'resources/templates/list':
      return await client.listResourceTemplates(params)
    case 'resources/read':
      return await client.readResource(params)
    case 'resources/subscribe':
      return await client.subscribeResource(params)
    case 'resources/unsubscribe':
      return await client.unsubscribeResource(params)
    case 'completion/complete':
      return await client.complete(params)
    default:
      throw new Error(method)
  }
}

async function askNew(client: NewClient, method: string, params: Json): Promise<unknown> {
  switch (method) {
    case 'tools/list':
      return await client.listTools(params)
    case 'resources/list':
      return await client.listResources(params)
    case 'resources/templates/list':
      return await client.listResourceTemplates(params)
    case 'resources/read':
      return await client.readResource(params)
    case 'completion/complete':
      return await client.complete(params)
    default:
      throw new Error(method)
  }
}
