import { toolsets } from '../../call/toolset.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'

/** The hidden command that the completion scripts call. */
export async function completeWords({ what }: Given<'complete'>, cli: Cli): Promise<Outcome> {
  const words = await list(what, cli)
  return { data: { [what]: words }, text: words.join('\n') }
}

async function list(what: Given<'complete'>['what'], cli: Cli): Promise<readonly string[]> {
  const app = await cli.app()
  switch (what) {
    case 'vaults':
      return (await app.hub.known()).map(({ id }) => id)
    case 'tools':
      return (await app.tools()).map(({ name }) => name)
    case 'toolsets':
      return [...toolsets, 'core', 'all']
  }
}
