import type { App } from '../app.ts'
import { TokenBook } from '../access/token-book.ts'
import { fileTokens } from '../access/token-file.ts'
import type { Cli } from './cli.ts'
import { useSharedStores } from './use-shared-stores.ts'

/** The tokens for a command that is about them, at this moment. */
export async function openTokens(cli: Cli) {
  await useSharedStores(cli)
  const app = await cli.app()
  const now = new Date()
  return { hub: app.hub, now, book: tokenBookOf(app, () => now), isShared: app.sharedTokens !== null }
}

/** The tokens that this process goes by: those that servers share, else those of this user. */
export function tokenBookOf(
  { hub, sharedTokens }: Pick<App, 'hub' | 'sharedTokens'>,
  now: () => Date,
): TokenBook {
  return new TokenBook(sharedTokens ?? fileTokens(hub.configFolder), now)
}
