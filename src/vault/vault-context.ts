import type { ChangeLog } from '../changes/change-log.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import type { IndexReader } from '../index-db/index-reader.ts'
import type { VaultId } from '../model/ids.ts'
import type { PermissionSource, SaidPermissions, VaultConfig, VaultSettings } from '../model/vault-config.ts'
import type { SqlLimits } from '../search/sql/sql-child.ts'
import type { SqlRequest, SqlRows } from '../search/sql/sql-messages.ts'
import type { VectorSearch } from '../search/vector-search.ts'
import type { RebuildOptions } from '../sync/sync.ts'
import type { RebuildScope, SyncResult } from '../sync/sync-messages.ts'
import type { EmbeddingWork } from './embedding-work.ts'
import type { Freshness } from './index-freshness.ts'
import type { NoteFinder } from './note-finder.ts'
import type { NoteManager } from './note-manager.ts'
import type { NoteTypes } from './note-types.ts'
import type { NoteWriter } from './note-writer.ts'
import type { FailedIngest, IngestFile } from './raw-folder.ts'
import type { TextWork } from '../text-work/text-work.ts'
import type { BackupContent } from './write-backup.ts'

/**
 * One open vault: its files, notes, types, history, index and watcher, and nothing of any other vault. What tools are
 * given is the vault itself or a view of it: the same, but seeing or doing less.
 */
export interface VaultContext {
  readonly id: VaultId
  readonly name: string
  readonly description: string
  readonly root: string
  readonly config: VaultConfig
  /** What the config itself says of permission; the rest of `config.permissions` is a default. */
  readonly said: SaidPermissions
  /** The files that say so: its own settings first, then those of the vaults in whose folders it lies. */
  readonly permissionSources: readonly PermissionSource[]
  /** What in the settings of flint, Obsidian or zk could not be read, a sentence each. */
  readonly settingsProblems: readonly string[]
  /** Why it is not known what may be done here: then nothing is changed. Null where it is known. */
  readonly settingsFault: string | null
  /** Keys of flint's own settings that have no effect, a sentence each. */
  readonly settingsNotices: readonly string[]
  /** What flint's own settings say that does not count until the user registers the vault, a sentence each. */
  readonly settingsIgnored: readonly string[]
  readonly settings: VaultSettings
  /** Real paths of the vaults inside this one's folder, which are no part of it. */
  readonly nestedVaults: readonly string[]
  /** The folders that a view is limited to; null for the whole vault. */
  readonly within: readonly string[] | null
  readonly files: VaultFiles
  readonly finder: NoteFinder
  readonly notes: NoteManager
  /** For changes that are no business of one note alone. */
  readonly writer: NoteWriter
  readonly types: NoteTypes
  /** For what takes in proportion to the length of a note. */
  readonly textWork: TextWork
  /** What was changed, and the way back. */
  readonly changes: ChangeLog
  /** Search by meaning, and the work of making it possible; null where there is no index or nothing to embed with. */
  readonly vectors: VectorSearch | null
  readonly embedding: Pick<EmbeddingWork, 'inform'> | null
  /** False when it cannot be opened: `query` is INDEX_UNAVAILABLE then, but notes can be read and written by path. */
  readonly hasIndex: boolean
  readonly indexFile: string
  /** Whether this process watches and indexes, and how. */
  readonly watching: 'native' | 'polling' | 'none' | 'another process'
  readonly freshness: Freshness
  /** True when nothing keeps the index in step any more: the vault has to be opened anew. */
  readonly isBroken: boolean
  /** Looks at the vault's own settings: true when they are others by now, and it has to be opened anew. */
  hasNewSettings(): Promise<boolean>
  /** Whether the folder that was accepted as the vault's is the one at its path at this moment. */
  readonly isInItsFolder: boolean
  /**
   * Looks at the vault's folder: true when another one with its notes took its place, and it has to be opened anew.
   * VAULT_UNAVAILABLE where it is not there, or its notes are not in it.
   */
  hasNewFolder(): Promise<boolean>
  /**
   * Runs a query, which sees every change that this process has answered. A damaged index is replaced and the caller told
   * to come back.
   */
  query<Result>(run: (index: IndexReader) => Promise<Result>): Promise<Result>
  /** Runs a query over the whole vault where a view shows less of it: for planning alone, nothing of it may be shown. */
  queryWhole<Result>(run: (index: IndexReader) => Promise<Result>): Promise<Result>
  /** Runs a person's SELECT in a process of its own. QUERY_REJECTED or QUERY_TIMEOUT says why there are no rows. */
  runSql(request: Omit<SqlRequest, 'indexFile'>, limits: SqlLimits): Promise<SqlRows>
  /** Waits until the index agrees with the disk, but never longer than this: then answers come from what there is. */
  settled(withinMs?: number): Promise<void>
  /** Looks at every file below a folder, so that the next query agrees with the disk. */
  refresh(folder: string): Promise<void>
  /** Looks below a folder, but waits no longer than this, nor for a note that takes long to read. */
  refreshSoon(folder: string, withinMs: number): Promise<void>
  /** Throws `OutsideScope` in a view that shows nothing of this folder. */
  checkFolder(folder: string): void
  /** Throws it unless a view shows all of these paths. */
  checkPaths(paths: readonly string[]): void
  /**
   * Calls back with the paths of notes whose index changed; with none when something else did, or another process
   * wrote to the index. The result ends it.
   */
  onChanged(listener: (paths: readonly string[]) => void): () => void
  /** Keeps a copy of a note that is about to be removed for good, where the vault's settings want one. */
  backUp(path: string, content: BackupContent): Promise<void>
  /**
   * Makes the index, or a part of it, again: what it has answers until then. Resolves when it is new, or the signal ended
   * it; vectors are made again behind that. With `all` the folder that lies there now is accepted as the vault's.
   * OutsideScope in a view of some folders.
   */
  rebuildIndex(scope: RebuildScope, options?: RebuildOptions): Promise<SyncResult>
  /** Whether what arrives in `raw/` is ingested, by this process or another; then nothing in there is itself a note. */
  readonly watchesRaw: boolean
  /** From now on what arrives in `raw/` is ingested so, where the vault's settings want it and allow writing. */
  watchRaw(ingest: IngestFile): void
  /**
   * What happened behind the caller's back since the last time, a sentence each: to files that `mayTell` lets through,
   * where it is given.
   */
  takeNotices(mayTell?: (path: string) => boolean): readonly string[]
  /** Files in `raw/` of which no note could be made, and why. */
  failedIngests(): Promise<readonly FailedIngest[]>
  /**
   * The same vault for a call that may see or do less: only some folders, or nothing but plans. Whatever reads or
   * changes notes goes through the view's own files, index and door.
   */
  view(options: ViewOptions): VaultContext
  /** Ends the watcher, the thread and the connections; a write in progress is finished first. */
  close(): Promise<void>
}

export interface ViewOptions {
  /** Told of every change that would be made; nothing is made then. */
  readonly foresee?: (changes: readonly FileChange[]) => void
  /** Called whenever the index is asked something. */
  readonly onAsked?: () => void
  /** Only what lies in these folders is there; what would touch anything else throws `OutsideScope`. */
  readonly within?: readonly string[]
}
