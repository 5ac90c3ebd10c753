import type { Cli } from '../cli.ts'
import { openActiveVault } from './open-active-vault.ts'

/**
 * `flint serve`. The thread of the active vault's index looks through its folder while the protocol is loaded; whatever
 * else a vault needs is loaded once the client has its first answer.
 */
export async function serve(given: unknown, cli: Cli): Promise<null> {
  cli.prepareThread()
  const goOn = cli.holdBack()
  const opening = openActiveVault(cli)
  try {
    const { serveClients } = await import('./serve-clients.ts')
    return await serveClients(given, cli, { opening, goOn })
  } finally {
    goOn()
  }
}
