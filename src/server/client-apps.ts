import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { appExtension, viewOfTool } from '../offers/apps/app-views.ts'
import type { ClientSaid } from './client-said.ts'

/** Whether a client shows views of servers. */
export function showsApps({ capabilities }: ClientSaid): boolean {
  return capabilities?.extensions?.[appExtension] !== undefined
}

/** A listed tool with the view of its results. */
export function withView(tool: ListedTool): ListedTool {
  const resourceUri = viewOfTool(tool.name)
  return resourceUri === null ? tool : { ...tool, _meta: { ...tool._meta, ui: { resourceUri } } }
}
