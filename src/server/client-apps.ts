import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { appExtension, viewOfTool } from '../offers/apps/app-views.ts'

/** Whether the client of a request shows views of servers. Newer clients say so with every request. */
export function showsApps({ mcpReq }: ServerContext, connected: ClientCapabilities | undefined): boolean {
  const told = envelopeShape.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? connected
  return told?.extensions?.[appExtension] !== undefined
}

const envelopeShape = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    extensions: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** A listed tool with the view of its results. */
export function withView(tool: ListedTool): ListedTool {
  const resourceUri = viewOfTool(tool.name)
  return resourceUri === null ? tool : { ...tool, _meta: { ...tool._meta, ui: { resourceUri } } }
}
