import type { Awaitable } from '../model/awaitable.ts'
import type { KeptTokens } from './stored-token.ts'

/** Where tokens are kept: in a file of this user's, or in a database that several servers share. */
export interface TokenStore {
  /** Differs whenever the tokens may have changed; null where they have to be read each time. */
  mark(): Awaitable<string | null>
  /** Whether somebody may have made a token of which the mark does not tell yet. */
  readonly mayLag: boolean
  read(): Promise<KeptTokens>
  /** Changes what is kept, one change after the other. `change` may be called again, so it only computes. */
  change(change: (kept: KeptTokens) => KeptTokens): Promise<void>
}
