import { Client as NewClient, InMemoryTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AnyClient, Era } from './http-server.ts'

/** A client of the era, connected in memory to what `factory` makes, closed afterwards. */
export async function withMemoryClient(
  era: Era,
  factory: () => McpServer,
  use: (client: AnyClient) => Promise<void>,
): Promise<void> {
  const info = { name: 'test', version: '1' }
  if (era === '2025') {
    const [near, far] = OldTransport.createLinkedPair()
    const [client, server] = [new OldClient(info), factory()]
    // Two versions of the SDK type the same messages differently.
    await server.connect(far)
    await client.connect(near)
    await use(client)
    await client.close()
    await server.close()
    return
  }
  const [near, far] = NewTransport.createLinkedPair()
  const serving = serveStdio(factory, { transport: far })
  const client = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(near)
  await use(client)
  await client.close()
  await serving.close()
}
