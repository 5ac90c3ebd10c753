import { isDeepStrictEqual } from 'node:util'
import type { VaultPlace } from '../model/known-vault.ts'
import { findVaultConfig } from './read-vault-config.ts'
import { settleConfig, type SettledConfig } from './settle-config.ts'

/** The config with which a vault was opened, held against what its file says now, and those of the vaults around it. */
export class ConfigInForce {
  readonly #place: VaultPlace
  readonly #outer: readonly VaultPlace[]
  readonly #opened: SettledConfig
  #last: SettledConfig

  constructor(place: VaultPlace, outer: readonly VaultPlace[], opened: SettledConfig) {
    this.#place = place
    this.#outer = outer
    this.#opened = opened
    this.#last = opened
  }

  /** Why it was not known, when last looked, what may be done in the vault; null where it was. */
  get fault(): string | null {
    return this.#last.fault
  }

  /** Whether they can be read and one says something else. Until they can be, what the vault was opened with counts. */
  async isOutdated(): Promise<boolean> {
    const found = await Promise.all([this.#place, ...this.#outer].map(findVaultConfig))
    if (!isDeepStrictEqual(found, this.#last.found)) {
      this.#last = await settleConfig(this.#place, this.#outer)
    }
    return this.fault === null && !isDeepStrictEqual(this.#last.found, this.#opened.found)
  }
}
