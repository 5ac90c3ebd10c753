import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

const envelopeShape = z.object({
  [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }).optional().catch(undefined),
  [CLIENT_CAPABILITIES_META_KEY]: z
    .looseObject({
      elicitation: z.looseObject({}).optional().catch(undefined),
      extensions: z.record(z.string(), z.unknown()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

export type ClientSaid = ReturnType<typeof clientSaid>

/** Who the client of a request is and what it can do. Newer ones say so with every request, the others once at the start. */
export function clientSaid({ mcpReq }: ServerContext, { server }: Pick<McpServer, 'server'>) {
  const said = envelopeShape.safeParse(mcpReq.envelope).data
  return {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells who a 2025 client is
    name: (said?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion())?.name ?? '',
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells what a 2025 client can do
    capabilities: said?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities(),
  }
}
