import { z } from 'zod'
import { clientConfig, flintCommand } from '../client-config.ts'
import { clientNames } from '../client-names.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

const input = z.object({ client: z.enum(clientNames).optional() })

/** `flint config print`: for one client just the lines to paste, for all of them with their names. */
export async function configPrint(given: unknown, cli: Cli): Promise<Outcome> {
  const { client } = input.parse(given)
  const flint = flintCommand({ env: cli.env, vault: await vaultArgument(cli) })
  const names = client === undefined ? clientNames : [client]
  const configs = names.map((name) => clientConfig(name, flint))
  const { paint, paintMessage } = cli.terminal
  if (client !== undefined && !cli.isJson)
    for (const { where } of configs) cli.say(paintMessage('dim', where))
  return {
    data: { clients: configs },
    text: configs
      .map(({ title, where, text }) =>
        client === undefined ? `${paint('bold', title)}: ${where}\n\n${text}\n` : text,
      )
      .join('\n'),
  }
}

/** As a client must say it, whatever folder it starts the server in. */
async function vaultArgument(cli: Cli): Promise<string | null> {
  const { vault } = cli
  if (vault === null) return null
  const { hub } = await cli.app()
  const known = await hub.current()
  if (known === null) return vault
  return known.registered ? known.id : known.root
}
