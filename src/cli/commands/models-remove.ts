import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

const input = z.object({ id: z.string() })

/** `flint models remove ID` */
export async function modelsRemove(given: unknown, cli: Cli): Promise<Outcome> {
  const { id } = input.parse(given)
  const app = await cli.app()
  const removed = await (await app.models()).remove(id)
  const { config } = await app.hub.registry()
  if (config.search.model === id && !cli.isJson)
    cli.say(
      `${id} is still your choice. Until it is back, the embedded model stands in; or: flint models use default`,
    )
  const name = cli.terminal.paint('bold', id)
  return {
    data: { id, removed },
    text: removed ? `${name} is removed.` : `${name} was not on this machine.`,
  }
}
