import { TokenBook } from './token-book.ts'
import { fileTokens } from './token-file.ts'
import type { TokenStore } from './token-store.ts'

/** The tokens that servers share, else those of this user, in a file of this folder. */
export function openTokenBook(shared: TokenStore | null, configFolder: string, now: () => Date): TokenBook {
  return new TokenBook(shared ?? fileTokens(configFolder), now)
}
