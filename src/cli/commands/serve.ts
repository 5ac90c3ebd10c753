import { setFlagsFromString } from 'node:v8'
import { codeSaved } from '../../code/run-code.ts'
import type { Cli } from '../cli.ts'
import { openActiveVault, type OpenedVault } from './open-active-vault.ts'

// Costs a tenth of the speed while an index is filled, and nothing that shows afterwards.
const smallHeap = '--optimize-for-size'
/** In milliseconds; no index takes that long to fill. */
const aDay = 86_400_000

/**
 * `flint serve`. The thread of the active vault's index looks through its folder while the protocol is loaded; whatever
 * else a vault needs is loaded once the client has its first answer.
 */
export async function serve(given: unknown, cli: Cli): Promise<null> {
  cli.prepareThread()
  const goOn = cli.holdBack()
  const opening = openActiveVault(cli)
  void opening.then(saveMemory)
  try {
    const { serveClients } = await import('./serve-clients.ts')
    return await serveClients(given, cli, { opening, goOn })
  } finally {
    goOn()
  }
}

/** From the moment the vault is indexed: a server waits most of its life. */
async function saveMemory(vault: OpenedVault | null): Promise<void> {
  await vault?.settled(aDay)
  await codeSaved()
  setFlagsFromString(smallHeap)
}
