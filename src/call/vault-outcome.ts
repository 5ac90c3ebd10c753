import { AsyncLocalStorage } from 'node:async_hooks'
import type { VaultError } from '../model/vault-error.ts'

/** What one of several vaults answers to a call, before the answers are merged. */
export interface VaultOutcome {
  readonly part?: object
  readonly error?: VaultError
  /** What is said beside the vault, whatever it answers. */
  readonly told?: object
}

/** Runs a call in some vaults where they are served; `here` runs it in those that this process serves. */
export type Spread = (
  vaults: readonly string[],
  here: (vaults: readonly string[]) => Promise<readonly VaultOutcome[]>,
) => Promise<readonly VaultOutcome[]>

/** Set for a request whose vaults may be served by several processes. */
export const spreadOfRequest = new AsyncLocalStorage<Spread>()
