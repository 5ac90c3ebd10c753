import type { ConfigInForce } from '../settings/config-in-force.ts'
import type { SettingsInForce } from '../settings/settings-in-force.ts'
import type { IndexKeeper } from '../sync/index-keeper.ts'
import type { FolderGuard, KnownNotes } from './folder-guard.ts'

interface ConditionOptions {
  readonly guard: FolderGuard
  readonly inForce: ConfigInForce
  readonly settingsInForce: SettingsInForce
  readonly keeper: IndexKeeper | null
  readonly knownNotes: KnownNotes
  /** Called when the settings can be read again. */
  readonly onReadable: () => void
}

/** Whether an open vault can go on as it was opened, must be reopened, or is read-only for now. */
export class VaultCondition {
  readonly #options: ConditionOptions

  constructor(options: ConditionOptions) {
    this.#options = options
  }

  /** Why permissions are unknown, so that nothing may be changed; null where they are known. */
  get settingsFault(): string | null {
    return this.#options.inForce.fault
  }

  /** True when nothing updates the index any more: the vault must be reopened. */
  get isBroken(): boolean {
    return this.#options.keeper?.sync.isBroken === true
  }

  /** Whether this process watches and indexes, and how. */
  get watching(): 'native' | 'polling' | 'none' | 'another process' {
    const { keeper } = this.#options
    return keeper?.holdsLease === true ? keeper.watching : 'another process'
  }

  /** Whether the folder at the vault's path now is the accepted one. */
  get isInItsFolder(): boolean {
    return this.#options.guard.isSame
  }

  /** Reads the vault's settings: true when they have changed and it must be reopened. */
  async hasNewSettings(): Promise<boolean> {
    const { inForce, settingsInForce, onReadable } = this.#options
    const before = inForce.fault
    const isOutdated = (await inForce.isOutdated()) || (await settingsInForce.isOutdated())
    if (before !== null && inForce.fault === null) onReadable()
    return isOutdated
  }

  /** True when another folder with the vault's notes took its place. VAULT_UNAVAILABLE where they are not there. */
  async hasNewFolder(): Promise<boolean> {
    const { guard, keeper, knownNotes } = this.#options
    const state = await guard.look(knownNotes)
    if (state === 'back') keeper?.look()
    return state === 'another'
  }
}
