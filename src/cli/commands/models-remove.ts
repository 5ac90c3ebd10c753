import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'

/** `flint models remove ID` */
export async function modelsRemove({ id }: Given<'models remove'>, cli: Cli): Promise<Outcome> {
  const app = await cli.app()
  const removed = await (await app.models()).remove(id)
  const { config } = await app.hub.registry()
  if (config.search.model === id)
    cli.tell(
      `${id} is still your choice. Until it is back, the embedded model stands in; or: flint models use default`,
    )
  const name = cli.terminal.paint('bold', id)
  return {
    data: { id, removed },
    text: removed ? `${name} is removed.` : `${name} was not on this machine.`,
  }
}
