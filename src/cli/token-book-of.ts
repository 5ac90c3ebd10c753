import type { App } from '../app.ts'
import { TokenBook } from '../access/token-book.ts'
import { fileTokens } from '../access/token-file.ts'

/** The tokens that this process goes by: those that servers share, else those of this user. */
export function tokenBookOf(
  { hub, sharedTokens }: Pick<App, 'hub' | 'sharedTokens'>,
  now: () => Date,
): TokenBook {
  return new TokenBook(sharedTokens ?? fileTokens(hub.configFolder), now)
}
