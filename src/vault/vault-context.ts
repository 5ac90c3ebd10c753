import type { FileChange } from '../changes/change-plan.ts'
import type { VaultScope } from '../changes/vault-scope.ts'
import type { Actor } from '../model/actor.ts'
import type { VaultId } from '../model/ids.ts'
import type { ScopeLimit } from '../model/scope-limit.ts'
import type { PermissionSource, SaidPermissions, VaultConfig } from '../model/vault-config.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import type { RelatedRanking } from '../search/find-related.ts'
import type { KeptHits } from '../search/hybrid-ranking.ts'
import type { Rankings } from '../search/kept-rankings.ts'
import type { VectorSearch } from '../search/vector-search.ts'
import type { TextWork } from '../text-work/text-work.ts'
import type { ChangeCommits } from './change-commits.ts'
import type { EmbeddingWork } from './embedding-work.ts'
import type { FailedIngest, IngestFile } from './raw-folder.ts'
import type { VaultCondition } from './vault-condition.ts'
import type { VaultIndex } from './vault-index.ts'
import type { VaultParts } from './vault-parts.ts'
import type { BackupContent } from './write-backup.ts'

/** What is fixed when a vault is opened, the same for every view of it. */
export interface VaultFacts {
  readonly id: VaultId
  readonly name: string
  readonly description: string
  readonly root: string
  /** Vault-relative folders of the vaults inside this one's, which are not part of it. */
  readonly nestedVaults: readonly string[]
  /** Globs of what the settings of flint, Obsidian and zk leave out of the vault. */
  readonly ignore: readonly string[]
  readonly config: VaultConfig
  readonly settings: VaultSettings
  readonly reading: SettingsReading
  readonly indexFile: string
  /** Whether what arrives in `raw/` is ingested, by any process; then nothing in it is itself a note. */
  readonly watchesRaw: boolean
}

/** What was learned from reading a vault's settings. */
export interface SettingsReading {
  /** The permissions that the config itself sets; the rest of `config.permissions` is a default. */
  readonly said: SaidPermissions
  /** The files that set them: its own settings first, then those of the vaults around it. */
  readonly permissionSources: readonly PermissionSource[]
  /** What in the settings of flint, Obsidian or zk could not be read, a sentence each. */
  readonly problems: readonly string[]
  /** Keys of flint's own settings without effect, a sentence each. */
  readonly notices: readonly string[]
  /** Settings of flint that do not count until the user registers the vault, a sentence each. */
  readonly ignored: readonly string[]
}

/** Documents that arrive in the folder `raw/`. */
export interface RawDocuments {
  /** Starts ingesting what arrives, where the vault's settings want it and allow writing. */
  watch(ingest: IngestFile): void
  /** Files that could not be ingested, and why. */
  failed(): Promise<readonly FailedIngest[]>
}

/**
 * One open vault: its files, notes, types, history, index and watcher, and nothing of any other vault. Tools get the
 * vault itself or a view of it, which shows or does less: a view replaces some of these members as a whole.
 */
export interface VaultContext extends VaultFacts, VaultParts {
  /** The folders that a view is limited to; null for the whole vault. */
  readonly scope: VaultScope | null
  /** Runs work that grows with the length of a note. */
  readonly textWork: TextWork
  readonly index: VaultIndex
  readonly condition: VaultCondition
  /** Semantic search, and the embedding behind it; null where there is no index or no embedder. */
  readonly vectors: VectorSearch | null
  /** What is kept of lists that are read page by page, of searches and of notes like others. */
  readonly rankings: { readonly hits: Rankings<KeptHits>; readonly related: Rankings<RelatedRanking> }
  readonly embedding: Pick<EmbeddingWork, 'inform' | 'progress'> | null
  readonly raw: RawDocuments
  /** The commits of changes, where the vault's settings want them. */
  readonly commits: Pick<ChangeCommits, 'inform' | 'alone' | 'key'>
  /** Keeps a copy of a note that is about to be removed for good, where the vault's settings want one; its absolute path. */
  backUp(path: string, content: BackupContent): Promise<string | null>
  /** What happened in the background since the last call, a sentence each; only to files that `mayTell` accepts, if given. */
  takeNotices(mayTell?: (path: string) => boolean): readonly string[]
  /** For a call that may see or do less: only some folders, or only plans. */
  view(options: ViewOptions): VaultContext
  /** Ends the watcher, the thread and the connections; a write in progress is finished first. */
  close(): Promise<void>
}

export interface ViewOptions {
  /** Called with every change that would be made; nothing is made then. */
  readonly foresee?: (changes: readonly FileChange[]) => void
  /** Called whenever the index is queried. */
  readonly onAsked?: () => void
  /** Whose changes those are that are made through the view. */
  readonly actor?: Actor | null
  /** Aborted once nobody waits for the changes any more; null for changes that are made all the same. */
  readonly signal?: AbortSignal | null
  /** Only what is in its folders exists; touching anything else throws `OutsideScope`. */
  readonly within?: ScopeLimit
  /** Asks the index as if it had been compared with the disk already, for who finds out afterwards whether that is so. */
  readonly asSettled?: boolean
}
