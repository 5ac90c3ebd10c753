import type { Cli } from '../cli.ts'

export interface OpenedVault {
  /** Resolves when its index agrees with the disk, or after so many milliseconds. */
  settled(withinMs: number): Promise<void>
}

/**
 * Opens the vault that a server's calls are about, so that indexing has begun when the first question comes. Null where
 * there is none, or it cannot be opened.
 */
export async function openActiveVault(cli: Cli): Promise<OpenedVault | null> {
  try {
    const { hub, prepareToOpen } = await cli.app()
    prepareToOpen()
    const current = await hub.current()
    return current === null ? null : await hub.open(current.id)
  } catch (error) {
    // Calls that need the vault say the same to the agent, each with the way out.
    cli.log.error('the active vault cannot be opened', { error })
    return null
  }
}
