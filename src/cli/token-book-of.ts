import type { App } from '../app.ts'
import { openTokenBook } from '../access/open-token-book.ts'
import type { TokenBook } from '../access/token-book.ts'
import type { Cli } from './cli.ts'
import { useSharedStores } from './use-shared-stores.ts'

/** The tokens for a command that is about them, at this moment. */
export async function openTokens(cli: Cli) {
  await useSharedStores(cli)
  const app = await cli.app()
  const now = new Date()
  return { hub: app.hub, now, book: tokenBookOf(app, () => now), isShared: app.sharedTokens !== null }
}

/** The tokens that this process goes by. */
export function tokenBookOf(
  { hub, sharedTokens }: Pick<App, 'hub' | 'sharedTokens'>,
  now: () => Date,
): TokenBook {
  return openTokenBook(sharedTokens, hub.configFolder, now)
}
