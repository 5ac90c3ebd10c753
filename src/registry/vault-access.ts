import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import type { readAround } from '../settings/settle-config.ts'
import type { NewVaultTypes } from '../vault/lay-out-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { Registry } from './read-registry.ts'

/** The vaults that a caller may name. A plain object: for a caller who may see less, some members are replaced. */
export interface VaultAccess {
  /** The vault that a call without `vault_id` acts on; null when there is none, or it is gone. */
  readonly current: (how?: AskHow) => Promise<KnownVault | null>
  /** The active vault that is no longer known: no other takes its place until somebody switches. */
  readonly lost: () => Promise<VaultId | null>
  readonly known: () => Promise<readonly KnownVault[]>
  /** The vault with this id; VAULT_NOT_FOUND if it is unknown even after reading the registry again. */
  readonly find: (id: string) => Promise<KnownVault>
  /**
   * Opens a vault, or returns the open one. VAULT_UNAVAILABLE when its folder is missing, or is another one without its
   * notes, unless the caller may accept any folder.
   */
  readonly open: (id: VaultId, how?: OpenHow) => Promise<VaultContext>
  /** The vaults that are open now. */
  readonly opened: () => Promise<readonly VaultContext[]>
  readonly registry: () => Promise<Registry>
  /** What is odd about the registry's entries, a sentence each. */
  readonly notices: () => Promise<readonly string[]>
  readonly admin: VaultAdmin
}

/** How surely the active vault has to be known, where several servers share it. */
export interface AskHow {
  /** Whether the one of up to a second ago will do: for what an answer says beside its result, never for what a call acts on. */
  readonly mayBeLate: boolean
}

/** Changes to the list of vaults. */
export interface VaultAdmin {
  /** Makes a vault, or adopts a folder of notes as it is, and registers it. */
  readonly create: (vault: NewVault) => Promise<{ readonly known: KnownVault; readonly wasAdopted: boolean }>
  /** Makes a vault the active one: at once in this process, and for those that start later. */
  readonly switchTo: (id: string) => Promise<KnownVault>
  readonly update: (id: string, change: VaultUpdate) => Promise<KnownVault>
  /** Removes a vault from the list. Its files stay as they are. */
  readonly remove: (id: string) => Promise<KnownVault>
}

export interface VaultUpdate {
  readonly name?: string
  readonly description?: string
}

export interface NewVault {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly description: string
  readonly types: NewVaultTypes
  readonly switchTo: boolean
  /** Called before anything is made; throws to prevent it. */
  readonly approve: (planned: PlannedVault) => Promise<void>
}

/** What making a vault changes beyond its folder. */
export interface PlannedVault {
  /** Its real path. */
  readonly folder: string
  /** The permissions that the vaults around it leave to it. */
  readonly around: Pick<Awaited<ReturnType<typeof readAround>>, 'permissions' | 'fault' | 'sources'>
  /** What keeps the caller from using all of the folder without asking; null where nothing does. */
  readonly limit: ScopeLimit | null
  /** Which existing settings count from then on, a sentence each. */
  readonly ignored: readonly string[]
}

export interface OpenHow {
  /** Opens the vault even if another folder than before is at its path, so that the caller may accept it. */
  readonly anyFolder?: boolean
}
