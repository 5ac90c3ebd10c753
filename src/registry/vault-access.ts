import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { readAround } from '../settings/settle-config.ts'
import type { NewVaultTypes } from '../vault/lay-out-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { Registry } from './read-registry.ts'

/** The vaults that a caller may name. A plain object: for a caller who may see less some of its members are replaced. */
export interface VaultAccess {
  /** The vault that a call without `vault_id` acts on; null when nothing names one, or the one that was is gone. */
  readonly current: () => Promise<KnownVault | null>
  /** The active vault that is not among the known ones any more: no other takes its place until somebody switches. */
  readonly lost: () => Promise<VaultId | null>
  readonly known: () => Promise<readonly KnownVault[]>
  /** The vault with this id. An unknown one is VAULT_NOT_FOUND, once the registry has been read again. */
  readonly find: (id: string) => Promise<KnownVault>
  /**
   * Opens a vault, or hands over the one that is open. VAULT_UNAVAILABLE when its folder is not there, or is another one
   * without its notes: unless the caller may accept any folder.
   */
  readonly open: (id: VaultId, how?: OpenHow) => Promise<VaultContext>
  /** The vaults that are open at this moment. */
  readonly opened: () => Promise<readonly VaultContext[]>
  readonly registry: () => Promise<Registry>
  /** What is odd about the registry's entries, a sentence each. */
  readonly notices: () => Promise<readonly string[]>
  readonly admin: VaultAdmin
}

/** What may be done with the list of vaults. */
export interface VaultAdmin {
  /** Makes a vault, or adopts a folder of notes as it is, and registers it. */
  readonly create: (vault: NewVault) => Promise<{ readonly known: KnownVault; readonly wasAdopted: boolean }>
  /** Makes a vault the active one: at once in this process, and for those that start later. */
  readonly switchTo: (id: string) => Promise<KnownVault>
  readonly update: (id: string, change: VaultUpdate) => Promise<KnownVault>
  /** Takes a vault off the list. Its files stay as they are. */
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
  /** Asked before anything is made; throws where nothing is to be. */
  readonly approve: (planned: PlannedVault) => Promise<void>
}

/** What making a vault brings about beyond its folder. */
export interface PlannedVault {
  /** Its real path. */
  readonly folder: string
  /** What the vaults leave to it in whose folders it would lie. */
  readonly around: Pick<Awaited<ReturnType<typeof readAround>>, 'permissions' | 'fault' | 'sources'>
  /** What the settings that are there say that counts from then on, a sentence each. */
  readonly ignored: readonly string[]
}

export interface OpenHow {
  /** Whether the vault is opened though another folder than before lies at its path, so that the caller may accept it. */
  readonly anyFolder?: boolean
}
