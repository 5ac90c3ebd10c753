import { isDeepStrictEqual } from 'node:util'
import type { VaultPlace } from '../model/known-vault.ts'
import { findVaultConfig, type FoundConfig } from './read-vault-config.ts'
import { settleConfig, type SettledConfig } from './settle-config.ts'

/** The config with which a vault was opened, held against what its file says now, and those of the vaults around it. */
export class ConfigInForce {
  readonly #place: VaultPlace
  readonly #outer: readonly VaultPlace[]
  readonly #opened: readonly FoundConfig[]
  #found: readonly FoundConfig[]
  #fault: string | null

  constructor(
    place: VaultPlace,
    outer: readonly VaultPlace[],
    { found, fault }: Pick<SettledConfig, 'found' | 'fault'>,
  ) {
    this.#place = place
    this.#outer = outer
    this.#opened = found
    this.#found = found
    this.#fault = fault
  }

  /** Why it was not known, when last looked, what may be done in the vault; null where it was. */
  get fault(): string | null {
    return this.#fault
  }

  /** Whether they can be read and one says something else. Until they can be, what the vault was opened with counts. */
  async isOutdated(): Promise<boolean> {
    const found = await Promise.all([this.#place, ...this.#outer].map(findVaultConfig))
    if (!isDeepStrictEqual(found, this.#found)) {
      const reading = await settleConfig(this.#place, this.#outer)
      this.#found = reading.found
      this.#fault = reading.fault
    }
    return this.#fault === null && !isDeepStrictEqual(this.#found, this.#opened)
  }
}
