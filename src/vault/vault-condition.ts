import type { ConfigInForce } from '../settings/config-in-force.ts'
import type { IndexKeeper } from '../sync/index-keeper.ts'
import type { FolderGuard, KnownNotes } from './folder-guard.ts'

interface ConditionOptions {
  readonly guard: FolderGuard
  readonly inForce: ConfigInForce
  readonly hasOtherZk: () => Promise<boolean>
  readonly keeper: IndexKeeper | null
  readonly knownNotes: KnownNotes
  /** Called when the settings can be read again. */
  readonly onReadable: () => void
}

/** Whether an open vault can go on as it was opened: it may have to be opened anew, or be read-only for now. */
export class VaultCondition {
  readonly #options: ConditionOptions

  constructor(options: ConditionOptions) {
    this.#options = options
  }

  /** Why it is not known what may be done here: then nothing is changed. Null where it is known. */
  get settingsFault(): string | null {
    return this.#options.inForce.fault
  }

  /** True when nothing keeps the index in step any more: the vault has to be opened anew. */
  get isBroken(): boolean {
    return this.#options.keeper?.sync.isBroken === true
  }

  /** Whether this process watches and indexes, and how. */
  get watching(): 'native' | 'polling' | 'none' | 'another process' {
    const { keeper } = this.#options
    return keeper?.holdsLease === true ? keeper.watching : 'another process'
  }

  /** Whether the folder that was accepted as the vault's is the one at its path at this moment. */
  get isInItsFolder(): boolean {
    return this.#options.guard.isSame
  }

  /** Looks at the vault's own settings: true when they are others by now, and it has to be opened anew. */
  async hasNewSettings(): Promise<boolean> {
    const { inForce, hasOtherZk, onReadable } = this.#options
    const before = inForce.fault
    const isOutdated = (await inForce.isOutdated()) || (await hasOtherZk())
    if (before !== null && inForce.fault === null) onReadable()
    return isOutdated
  }

  /**
   * Looks at the vault's folder: true when another one with its notes took its place, and it has to be opened anew.
   * VAULT_UNAVAILABLE where it is not there, or its notes are not in it.
   */
  async hasNewFolder(): Promise<boolean> {
    const { guard, keeper, knownNotes } = this.#options
    const state = await guard.look(knownNotes)
    if (state === 'back') keeper?.look()
    return state === 'another'
  }
}
