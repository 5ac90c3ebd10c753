import type { Awaitable } from '../model/awaitable.ts'
import type { AskHow } from '../registry/vault-access.ts'

/** Which vault each token has switched to, by the token's id and the vault's. */
export interface ActiveVaults {
  get(token: string, how?: AskHow): Awaitable<string | null>
  set(token: string, vault: string): Awaitable<void>
}
