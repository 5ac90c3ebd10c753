import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Coordination } from '../locks/coordination.ts'
import type { KnownVault, VaultPlace } from '../model/known-vault.ts'
import type { Log } from '../model/log.ts'
import type { OpenEmbedder } from '../search/vector-search.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import type { History } from '../changes/history.ts'
import { VaultError } from '../model/vault-error.ts'
import { IndexKeeper } from '../sync/index-keeper.ts'
import { folderIdentity } from '../files/folder-identity.ts'
import type { EmbeddingPace } from './embedding-work.ts'
import { closedHistory } from './closed-history.ts'
import { FolderGuard, folderMissing, folderReplaced } from './folder-guard.ts'
import { hasRawFolder, rawFolder } from './raw-path.ts'
import { ConfigInForce } from '../settings/config-in-force.ts'
import { SettingsInForce } from '../settings/settings-in-force.ts'
import { settleConfig } from '../settings/settle-config.ts'
import { mayServeFolder } from './folder-mark.ts'
import { isAnother, keepSeenFolder, readSeenFolder } from './seen-folder.ts'
import type { VaultFacts } from './vault-context.ts'
import { copyIndex, type StandIn, standInFor } from './stand-in.ts'
import { ownStores, type VaultStores } from './vault-stores.ts'
import { stateFolder, vaultFolders, type VaultFolders } from './vault-folders.ts'
import { keepBackupsPrivate } from './write-backup.ts'
import type { SqlRunner } from '../search/sql/sql-runner.ts'
import type { IndexThread } from '../sync/sync-worker.ts'

export interface VaultOptions {
  readonly known: KnownVault
  /** Real paths of other vaults inside this one's folder, which are not part of it. */
  readonly nestedVaults: readonly string[]
  /** The vaults whose folders contain this one: it has at most their permissions. */
  readonly outerVaults: readonly VaultPlace[]
  /** The platform's folder for indexes, history and backups. */
  readonly dataFolder: string
  /** Shared by all vaults; without it there is no semantic search. */
  readonly openEmbedder?: (model: string | null, own: VaultConfig) => ReturnType<OpenEmbedder>
  /** Whether the user has paused embedding; defaults to never. */
  readonly isPaused?: () => Promise<boolean>
  readonly embeddingPace?: EmbeddingPace
  /** Where history and vectors are kept; in files of the data folder when left out. */
  readonly stores?: VaultStores
  /** Whether the vault is opened with its index, where its settings want one; true where it is left out. */
  readonly needsIndex?: boolean
  /** Whether this process answers once and ends, as a command does; false where it is left out. */
  readonly isBrief?: boolean
  /** Whether changes that others have left uncommitted are committed from the start, as a server does; true where it is left out. */
  readonly catchesUp?: boolean
  /** A thread for the index that may have been started before; a new one where this is left out. */
  readonly takeThread?: (() => IndexThread | Promise<IndexThread>) | undefined
  /** What runs people's SQL, where it was started ahead; null where that is taken already. */
  readonly takeSqlRunner?: (() => SqlRunner | null) | undefined
  /** Opens the vault even where another folder than before is at its path, for a caller who may accept that. */
  readonly anyFolder?: boolean
  readonly log: Log
  readonly now: () => Date
}

/** A vault that is open as far as indexing needs. */
export interface StartedVault {
  readonly facts: VaultFacts
  readonly guard: FolderGuard
  /** The config, followed from here on. */
  readonly inForce: ConfigInForce
  /** What Obsidian and zk say, followed from here on. */
  readonly settingsInForce: SettingsInForce
  readonly folders: VaultFolders
  /** Where the vault's data is for now, as flint's data folder cannot be written; null where it can. */
  readonly standIn: StandIn | null
  /** Not open yet: that takes the vault's lock. */
  readonly history: History
  readonly stores: VaultStores
  readonly coordination: Coordination
  /** Null where the vault's settings turn the index off, no place can keep one, or nobody asks for it. */
  readonly keeper: IndexKeeper | null
  /** Remembers the folder as the vault's. Called once the history is open: it also tells that there was one. */
  readonly remember: () => void
}

/** Reads a vault's settings and begins to index and watch it: its thread then has all it needs to look at the folder. */
export async function startVault(options: VaultOptions): Promise<StartedVault> {
  const { known, nestedVaults, outerVaults, dataFolder, log } = options
  const { anyFolder = false, needsIndex = true, isBrief = false, stores = ownStores } = options
  // The vault's settings are in its folder: another folder must not bring others.
  const kept = readSeenFolder(dataFolder, known.root)
  const isNew = stores === ownStores && kept?.identity !== folderIdentity(known.root)
  const moved = isNew ? await import('./moved-folder.ts') : null
  // A folder that was a vault elsewhere brings its own data: where none are kept of this path, or once somebody confirms it.
  const seen =
    moved !== null && (kept === null || anyFolder)
      ? moved.takeStateAlong(dataFolder, known.root, options.now())
      : kept
  const isStrange =
    stores.folder === null
      ? seen !== null &&
        (moved?.wasVaultElsewhere(dataFolder, known.root) === true || (await isAnother(known.root, seen)))
      : !(await mayServeFolder(dataFolder, known.root, stores.folder.mark))
  if (isStrange && !anyFolder) throw folderReplaced(known.id)
  const settled = await settleConfig(known, outerVaults)
  const { config, problems, notices, ignored, said, sources } = settled
  const settingsInForce = await SettingsInForce.read(known)
  const settings = settingsInForce.opened
  const named = join(known.root, config.workspace_root)
  const root = await realpath(named).catch(() => named)
  const standIn = stores === ownStores ? standInFor(dataFolder, root) : null
  const data = standIn?.folder ?? dataFolder
  const folders = await foldersOf(dataFolder, root, config, standIn)
  const indexFile = join(folders.index, 'index.sqlite')
  // Nothing in a strange folder is read before a person accepts it.
  const identity = isStrange ? '' : folderIdentity(root)
  if (identity === null) throw folderMissing(known.id)
  const accept = () => {
    const formerPaths = isStrange ? [] : (seen?.formerPaths ?? [])
    const since = seen?.since ?? null
    keepSeenFolder(data, known.root, {
      root,
      indexFile,
      hasHistory: stores === ownStores,
      formerPaths,
      since,
    })
  }
  keepBackupsPrivate(folders.backups)
  const history =
    standIn === null
      ? stores.openHistory(folders.state, log, seen?.root === root && seen.hasHistory)
      : closedHistory(() => historyOutOfReach(standIn))
  const watchesRaw = config.ingest.watch_raw ?? (settings.kind === 'zk' && (await hasRawFolder(root)))
  const coordination = new Coordination(folders.state)
  const parts = {
    root,
    indexFile,
    nestedVaults: nestedVaults.map((path) => relative(root, path).split(sep).join('/')),
    ignore: [...config.index.ignore, ...settings.ignore],
  }
  const keeperOptions = {
    ...parts,
    identity,
    excluded: settings.excluded,
    tagStyle: settings.tagStyle,
    naming: settings.naming,
    noNotes: watchesRaw ? [`${rawFolder}/**/*.[mM][dD]`] : [],
    poll: config.index.poll,
    reconcileInterval: config.index.reconcile_interval,
    isBrief,
  }
  const keeper =
    config.search.index_enabled && needsIndex && standIn?.folder !== null
      ? new IndexKeeper(keeperOptions, coordination, log, await options.takeThread?.())
      : null
  for (const problem of [...problems, ...settings.problems])
    log.warn('a setting of a vault cannot be read', { vault: known.id, problem })
  log.debug('opens a vault', { vault: known.id, root, index: keeper === null ? null : indexFile })
  // Why it fails is told by `started`.
  await keeper?.led.catch(() => undefined)
  return {
    facts: {
      ...parts,
      id: known.id,
      name: known.name,
      description: known.description === '' ? config.description : known.description,
      config,
      settings,
      reading: {
        said,
        permissionSources: sources,
        problems: [...problems, ...settings.problems],
        notices,
        ignored,
      },
      watchesRaw,
    },
    guard: new FolderGuard({
      id: known.id,
      root,
      identity,
      onAccept: accept,
      hasRemoved: (notes) => hasRemoved(history, notes),
      onAway: () => stores.folder?.isAway(),
    }),
    inForce: new ConfigInForce(known, outerVaults, settled),
    settingsInForce,
    folders,
    standIn,
    history,
    stores,
    coordination,
    keeper,
    remember() {
      if (!isStrange) accept()
    },
  }
}

/** Those of a stand-in have a copy of the vault's index, as far as there is one. */
async function foldersOf(
  dataFolder: string,
  root: string,
  config: VaultConfig,
  standIn: StandIn | null,
): Promise<VaultFolders> {
  const folders = vaultFolders(dataFolder, root, config)
  if (standIn?.folder == null) return folders
  const state = stateFolder(standIn.folder, root)
  await copyIndex(join(folders.index, 'index.sqlite'), state)
  return { state, index: state, backups: join(state, 'backups') }
}

function historyOutOfReach({ fault: { reason, cure } }: StandIn): VaultError {
  return new VaultError('INDEX_UNAVAILABLE', `The change history cannot be read here. ${reason}`, {
    hint: cure,
  })
}

/** By the history, which may be one that cannot be read: then nothing is known of it. */
export async function hasRemoved(history: History, notes: readonly string[]): Promise<boolean> {
  try {
    for (const path of notes) {
      const last = await history.lastStepAt(path, { change: Number.MAX_SAFE_INTEGER, position: 0 })
      if (last?.kind !== 'remove') return false
    }
    return true
  } catch {
    return false
  }
}
