import type { Cli } from '../cli.ts'

/** Opens the vault that a server's calls are about, so that indexing has begun when the first question comes. */
export async function openActiveVault(cli: Cli): Promise<void> {
  try {
    const { hub, prepareToOpen } = await cli.app()
    prepareToOpen()
    const current = await hub.current()
    if (current !== null) await hub.open(current.id)
  } catch (error) {
    // Calls that need the vault say the same to the agent, each with the way out.
    cli.log.error('the active vault cannot be opened', { error })
  }
}
