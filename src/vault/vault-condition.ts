import { folderIdentity } from '../files/folder-identity.ts'
import type { ConfigInForce } from '../settings/config-in-force.ts'
import type { SettingsInForce } from '../settings/settings-in-force.ts'
import type { IndexKeeper } from '../sync/index-keeper.ts'
import type { FolderGuard, KnownNotes } from './folder-guard.ts'
import type { StandIn } from './stand-in.ts'
import type { VaultFolders } from './vault-folders.ts'

/** Why nothing in a vault may be changed, whatever its permissions. */
export interface ReadOnly {
  /** `settings`: what it permits cannot be read. `data`: what a change replaces cannot be kept. */
  readonly cause: 'settings' | 'data'
  readonly why: string
  /** What helps. */
  readonly cure: string
}

interface ConditionOptions {
  readonly guard: FolderGuard
  readonly inForce: ConfigInForce
  readonly settingsInForce: SettingsInForce
  readonly keeper: IndexKeeper | null
  readonly standIn: StandIn | null
  readonly folders: Pick<VaultFolders, 'state'>
  readonly knownNotes: KnownNotes
  /** Called when the settings can be read again. */
  readonly onReadable: () => void
}

/** Whether an open vault can go on as it was opened, must be reopened, or is read-only for now. */
export class VaultCondition {
  readonly #options: ConditionOptions
  /** The folder in which flint keeps the vault's data. */
  #state: string | null

  constructor(options: ConditionOptions) {
    this.#options = options
    this.#state = folderIdentity(options.folders.state)
  }

  /** Null where permissions decide. */
  get readOnly(): ReadOnly | null {
    const { inForce, standIn } = this.#options
    if (inForce.fault !== null)
      return {
        cause: 'settings',
        why: inForce.fault,
        cure: 'Its owner mends that file; then repeat the call.',
      }
    if (standIn === null) return null
    const { reason: why, cure } = standIn.fault
    return { cause: 'data', why, cure }
  }

  /** True when nothing updates the index any more: the vault must be reopened. */
  get isBroken(): boolean {
    return this.#options.keeper?.sync.isBroken === true
  }

  /** True when flint's data folder, which could not be written, can be again: the vault must be reopened to use it. */
  get isDataBack(): boolean {
    return this.#options.standIn?.isOver() === true
  }

  /** Whether this process watches and indexes, and how. */
  get watching(): 'native' | 'polling' | 'none' | 'another process' {
    const { keeper } = this.#options
    return keeper?.holdsLease === true ? keeper.watching : 'another process'
  }

  /** Reads the vault's settings: true when they have changed and it must be reopened. */
  async hasNewSettings(): Promise<boolean> {
    const { inForce, settingsInForce, onReadable } = this.#options
    const before = inForce.fault
    const isOutdated = (await inForce.isOutdated()) || (await settingsInForce.isOutdated())
    if (before !== null && inForce.fault === null) onReadable()
    return isOutdated
  }

  /** What of Obsidian's settings cannot be read any more, a sentence each, and what of that is about daily notes. */
  get unreadSettings(): Pick<SettingsInForce, 'problems' | 'dailyProblems'> {
    return this.#options.settingsInForce
  }

  /**
   * True when another folder with the vault's notes took its place, or another process has found that a folder is another
   * vault than before. VAULT_UNAVAILABLE where the notes are not there.
   */
  async hasNewFolder(): Promise<boolean> {
    const { guard, keeper, knownNotes, folders } = this.#options
    const kept = folderIdentity(folders.state)
    if (kept !== null && this.#state !== null && kept !== this.#state) return true
    this.#state ??= kept
    const state = await guard.look(knownNotes)
    if (state === 'back') keeper?.look()
    return state === 'another'
  }
}
