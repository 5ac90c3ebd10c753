import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource as ProtocolResource,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { say } from '../call/say-advice.ts'
import { servedTo } from '../call/served-to.ts'
import type { Tool } from '../call/tool.ts'
import type { Said } from '../model/advice.ts'
import type { Log } from '../model/log.ts'
import { noteTemplate } from '../offers/resources/note-uri.ts'
import type { AppViews } from '../offers/apps/app-views.ts'
import type { ListedResource, ResourceContext } from '../offers/resources/resource.ts'
import { showsApps } from './client-apps.ts'
import { clientSaid } from './client-said.ts'
import { toResourceError, useOldNotFoundCode } from './resource-error.ts'
import { type Subscriptions, tooManySubscriptions } from './subscriptions.ts'

export interface ResourceOptions extends ResourceContext {
  readonly tools: () => Promise<readonly Tool[]>
  readonly log: Log
  /**
   * Sends this connection's notices; `elsewhere` where the creator of the server sends them, as over HTTP. Without it,
   * clients are told that they cannot subscribe.
   */
  readonly subscriptions?: Subscriptions | 'elsewhere' | undefined
  /** Views for the clients that show them; no client is told of any without it. */
  readonly apps?: Pick<AppViews, 'list' | 'read'> | undefined
}

/** Lists, reads and follows resources. Loads nothing of a vault before a client asks. */
export function registerResources(connection: McpServer, options: ResourceOptions): void {
  const { server } = connection
  const { tools, vaults, now, log, subscriptions, apps } = options
  const ctx = { vaults, now }
  /** The views, where the client of a request shows any. */
  const appsFor = (request: ServerContext) =>
    apps !== undefined && showsApps(clientSaid(request, connection)) ? apps : null
  const canNotify = subscriptions !== undefined
  server.registerCapabilities({ resources: canNotify ? { subscribe: true, listChanged: true } : {} })
  const noteOldNotFound = useOldNotFoundCode(connection)
  const failed = async (error: unknown, uri: string, { mcpReq }: ServerContext): Promise<ProtocolError> => {
    const served = servedTo(await tools())
    const failure = toResourceError(error, uri, { log, say: (said: Said) => say(said, served) })
    // Only the newest revision wraps its requests.
    if (failure instanceof ResourceNotFoundError && mcpReq.envelope === undefined) noteOldNotFound(mcpReq.id)
    return failure
  }

  server.setRequestHandler('resources/list', async ({ params }, request) => {
    refuseCursor(params?.cursor)
    // From here on the client knows a list that may become outdated.
    if (subscriptions instanceof Object) await subscriptions.followList(client)
    const { listResources } = await import('../offers/resources/list-resources.ts')
    const views = appsFor(request)?.list() ?? []
    return { resources: [...(await listResources(ctx)).map(describeResource), ...views] }
  })

  server.setRequestHandler('resources/templates/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return { resourceTemplates: [noteTemplateResource] }
  })

  server.setRequestHandler('resources/read', async ({ params: { uri } }, request) => {
    try {
      const view = await appsFor(request)?.read(uri)
      if (view != null) return { contents: [{ uri, ...view, _meta: { ui: { prefersBorder: true } } }] }
      const { readResource } = await import('../offers/resources/read-resource.ts')
      const { mimeType, text, contentHash, untrusted } = await readResource(uri, ctx)
      const meta = {
        ...(contentHash !== undefined && { 'flint-note/content_hash': contentHash }),
        ...(untrusted === true && untrustedMark),
      }
      return { contents: [{ uri, mimeType, text, ...(Object.keys(meta).length > 0 && { _meta: meta }) }] }
    } catch (error) {
      throw await failed(error, uri, request)
    }
  })

  if (!(subscriptions instanceof Object)) return
  subscriptions.sendTo({
    updated: (uri) => void connection.server.sendResourceUpdated({ uri }).catch(logFailure(log)),
    listChanged: () => void connection.server.sendResourceListChanged().catch(logFailure(log)),
  })

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, request) => {
    try {
      const { readResource } = await import('../offers/resources/read-resource.ts')
      // What cannot be read cannot be followed, and the error says why.
      await readResource(uri, ctx)
    } catch (error) {
      throw await failed(error, uri, request)
    }
    if (await subscriptions.subscribe(client, [uri])) return {}
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, tooManySubscriptions)
  })

  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    await subscriptions.unsubscribe(client, uri)
    return {}
  })
}

/** Before the newest revision a whole connection subscribes. */
const client = Symbol('client')

const untrustedMark = { 'flint-note/untrusted': true } as const

const noteTemplateResource = {
  uriTemplate: noteTemplate,
  name: 'note',
  title: 'A note',
  description:
    'Any note, whole, up to 1 MB: vault_id is an id from flint-note://vaults, id its path in the vault (projects/site.md), each part percent-encoded.',
  mimeType: 'text/markdown',
}

function describeResource({ lastModified, untrusted, ...resource }: ListedResource): ProtocolResource {
  return {
    ...resource,
    ...(lastModified !== undefined && { annotations: { lastModified } }),
    ...(untrusted === true && { _meta: untrustedMark }),
  }
}

/** Both lists have one page. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This list has one page: call it without a cursor.',
  )
}

function logFailure(log: Log): (error: unknown) => void {
  return (error) => {
    log.debug('A notice could not be sent', { error })
  }
}
