import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { openCoordination, type Coordination } from '../index-db/coordination.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { Log } from '../model/log.ts'
import type { OpenEmbedder } from '../search/vector-search.ts'
import type { VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { History } from '../changes/history.ts'
import { openHistoryFile } from '../changes/history-file.ts'
import { IndexKeeper } from '../sync/index-keeper.ts'
import { rawFolder } from './raw-path.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { readVaultSettings } from '../settings/read-vault-settings.ts'
import { vaultFolders, type VaultFolders } from './vault-folders.ts'

export interface VaultOptions {
  readonly known: KnownVault
  /** Real paths of other vaults inside this one's folder: no part of it. */
  readonly nestedVaults: readonly string[]
  /** The platform's folder for indexes, history and backups. */
  readonly dataFolder: string
  /** Shared by all vaults; without it nothing is searched by meaning. */
  readonly openEmbedder?: OpenEmbedder
  /** Whether the user wants nothing embedded for now; never where it is left out. */
  readonly isPaused?: () => Promise<boolean>
  /** A thread that is ready for any vault; without one the vault starts its own. */
  readonly takeThread?: () => Worker | null
  readonly log: Log
  readonly now: () => Date
}

/** A vault of which so much is open as its indexing needs. */
export interface StartedVault {
  readonly root: string
  readonly config: VaultConfig
  /** Whether the config itself says to ask before deleting. */
  readonly asksInWords: boolean
  readonly settings: VaultSettings
  /** What in the settings of flint, Obsidian or zk could not be read, a sentence each. */
  readonly problems: readonly string[]
  /** Keys of flint's own settings that have no effect, a sentence each. */
  readonly notices: readonly string[]
  readonly folders: VaultFolders
  /** Whether what arrives in `raw/` is ingested; then nothing in there is itself a note. */
  readonly watchesRaw: boolean
  readonly indexFile: string
  readonly history: History
  readonly coordination: Coordination
  /** Null where the vault's settings say that it has no index. */
  readonly keeper: IndexKeeper | null
}

/**
 * Begins to index and watch a vault. It imports as little as that takes: all that a vault can do otherwise is loaded
 * while the index's thread looks through the folder.
 */
export async function startVault(options: VaultOptions): Promise<StartedVault> {
  const { known, nestedVaults, dataFolder, log, now } = options
  const { config, problems, notices, asksInWords } = await readVaultConfig(known.root)
  const settings = await readVaultSettings(known.root)
  const root = join(known.root, config.workspace_root)
  const folders = vaultFolders(dataFolder, root, config)
  const indexFile = join(folders.index, 'index.sqlite')
  const history = new History(openHistoryFile(folders.state, log))
  history.prune({ maxAgeDays: config.history.max_age_days, maxSizeMb: config.history.max_size_mb }, now())
  const watchesRaw =
    config.ingest.watch_raw ?? (settings.kind === 'zk' && (await isFolder(join(root, rawFolder))))
  const coordination = openCoordination(folders.state)
  const keeperOptions = {
    root,
    indexFile,
    ignore: [...config.index.ignore, ...settings.ignore],
    noNotes: watchesRaw ? [`${rawFolder}/**/*.[mM][dD]`] : [],
    nestedVaults: nestedVaults.map((path) => relative(root, path).split(sep).join('/')),
    nameBeforeTitle: settings.kind === 'obsidian',
    poll: config.index.poll,
    reconcileInterval: config.index.reconcile_interval,
  }
  return {
    root,
    config,
    asksInWords,
    settings,
    problems: [...problems, ...settings.problems],
    notices,
    folders,
    watchesRaw,
    indexFile,
    history,
    coordination,
    keeper: config.search.index_enabled
      ? new IndexKeeper(keeperOptions, coordination, log, options.takeThread?.() ?? null)
      : null,
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}
