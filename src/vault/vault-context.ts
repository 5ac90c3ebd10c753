import type { FileChange } from '../changes/change-plan.ts'
import type { VaultScope } from '../changes/vault-scope.ts'
import type { Actor } from '../model/actor.ts'
import type { VaultId } from '../model/ids.ts'
import type { PermissionSource, SaidPermissions, VaultConfig, VaultSettings } from '../model/vault-config.ts'
import type { VectorSearch } from '../search/vector-search.ts'
import type { TextWork } from '../text-work/text-work.ts'
import type { EmbeddingWork } from './embedding-work.ts'
import type { FailedIngest, IngestFile } from './raw-folder.ts'
import type { VaultCondition } from './vault-condition.ts'
import type { VaultIndex } from './vault-index.ts'
import type { VaultParts } from './vault-parts.ts'
import type { BackupContent } from './write-backup.ts'

/** What is settled about a vault when it is opened. It holds for every view of it. */
export interface VaultFacts {
  readonly id: VaultId
  readonly name: string
  readonly description: string
  readonly root: string
  /** Real paths of the vaults inside this one's folder, which are no part of it. */
  readonly nestedVaults: readonly string[]
  readonly config: VaultConfig
  readonly settings: VaultSettings
  readonly reading: SettingsReading
  readonly indexFile: string
  /** Whether what arrives in `raw/` is ingested, by this process or another; then nothing in there is itself a note. */
  readonly watchesRaw: boolean
}

/** What reading the settings of a vault has brought to light. */
export interface SettingsReading {
  /** What the config itself says of permission; the rest of `config.permissions` is a default. */
  readonly said: SaidPermissions
  /** The files that say so: its own settings first, then those of the vaults in whose folders it lies. */
  readonly permissionSources: readonly PermissionSource[]
  /** What in the settings of flint, Obsidian or zk could not be read, a sentence each. */
  readonly problems: readonly string[]
  /** Keys of flint's own settings that have no effect, a sentence each. */
  readonly notices: readonly string[]
  /** What flint's own settings say that does not count until the user registers the vault, a sentence each. */
  readonly ignored: readonly string[]
}

/** Documents that arrive in the folder `raw/`. */
export interface RawDocuments {
  /** From now on what arrives is ingested so, where the vault's settings want it and allow writing. */
  watch(ingest: IngestFile): void
  /** Files of which no note could be made, and why. */
  failed(): Promise<readonly FailedIngest[]>
}

/**
 * One open vault: its files, notes, types, history, index and watcher, and nothing of any other vault. What tools are
 * given is the vault itself or a view of it, which shows or does less: a view replaces some of these members as a whole.
 */
export interface VaultContext extends VaultFacts, VaultParts {
  /** The folders that a view is limited to; null for the whole vault. */
  readonly scope: VaultScope | null
  /** For what takes in proportion to the length of a note. */
  readonly textWork: TextWork
  readonly index: VaultIndex
  readonly condition: VaultCondition
  /** Search by meaning, and the work of making it possible; null where there is no index or nothing to embed with. */
  readonly vectors: VectorSearch | null
  readonly embedding: Pick<EmbeddingWork, 'inform'> | null
  readonly raw: RawDocuments
  /** Keeps a copy of a note that is about to be removed for good, where the vault's settings want one. */
  backUp(path: string, content: BackupContent): Promise<void>
  /**
   * What happened behind the caller's back since the last time, a sentence each: to files that `mayTell` lets through,
   * where it is given.
   */
  takeNotices(mayTell?: (path: string) => boolean): readonly string[]
  /** For a call that may see or do less of the vault: only some folders, or nothing but plans. */
  view(options: ViewOptions): VaultContext
  /** Ends the watcher, the thread and the connections; a write in progress is finished first. */
  close(): Promise<void>
}

export interface ViewOptions {
  /** Told of every change that would be made; nothing is made then. */
  readonly foresee?: (changes: readonly FileChange[]) => void
  /** Called whenever the index is asked something. */
  readonly onAsked?: () => void
  /** Whose changes those are that are made through the view. */
  readonly actor?: Actor | null
  /** Only what lies in these folders is there; what would touch anything else throws `OutsideScope`. */
  readonly within?: readonly string[]
}
