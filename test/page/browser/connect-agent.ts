import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type Flint, mainFile } from '../../cli/with-flint.ts'

/** Connects an agent's client to a server of its own, on the same vaults as the page. */
export async function connectAgent(agent: Client, { env, folder }: Flint): Promise<void> {
  const args = [mainFile, 'serve', '--log-level', 'silent']
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { ...env }, cwd: folder }),
  )
}
