import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { serversOf } from '../../model/server-id.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Outcome } from '../command.ts'
import { withClusterControl } from '../with-cluster-control.ts'

const input = z.object({
  server: z.string().min(1).exactOptional(),
  cluster: z.string().min(1).exactOptional(),
})

/** How long a server may take to end its calls before the command says that it has not, and how often that is asked. */
const patience = { drainedMs: 60_000, againMs: 200 } as const

/** `flint cluster drain [SERVER]`: ends once the server holds no vault. */
export async function clusterDrain(given: unknown, cli: Cli): Promise<Outcome> {
  const { server, cluster } = input.parse(given)
  return await withClusterControl(cluster, cli, async (control) => {
    const { servers } = await control.status()
    const id = server ?? onlyOneHere(servers.filter((one) => one.isPresent).map((one) => one.id))
    await control.drain(id)
    const end = performance.now() + patience.drainedMs
    for (;;) {
      const status = await control.status()
      // One that has stopped meanwhile has given back everything.
      const left = status.vaults.filter((held) => held.server === id).map(({ vault }) => vault)
      const data = { server: id, vaults: left }
      if (left.length === 0)
        return { data, text: `${id} holds no vault any more, and takes none until it is started again.` }
      if (performance.now() > end || cli.signal.aborted) {
        const calls = `calls to ${left.join(', ')} have not ended. It gives them back when they do.`
        return { data, text: `${id} takes no vault any more, yet ${calls}`, exitCode: exitCodes.failure }
      }
      await pause(patience.againMs)
    }
  })
}

function onlyOneHere(present: readonly string[]): string {
  const here = serversOf(hostname(), present)
  const [only] = here
  if (only !== undefined && here.length === 1) return only
  const message =
    only === undefined ? 'No server runs on this machine.' : 'Several servers run on this machine.'
  const servers = here.length === 0 ? present : here
  throw new VaultError('INVALID_ARGUMENT', message, {
    servers,
    hint: `Name one of these: flint cluster drain ${servers.join(' or ')}.`,
  })
}
