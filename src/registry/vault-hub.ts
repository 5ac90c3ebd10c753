import { resolve } from 'node:path'
import { isVaultId, type VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { Log } from '../model/log.ts'
import type { RegistryConfig } from '../model/registry-config.ts'
import { VaultError } from '../model/vault-error.ts'
import type { NewVaultTypes } from '../vault/lay-out-vault.ts'
import { folderMissing } from '../vault/folder-guard.ts'
import { forgetSeenFolder, isAnother, readSeenFolder } from '../vault/seen-folder.ts'
import type { VaultOptions } from '../vault/start-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { changeRegistry } from './change-registry.ts'
import { expandHome, type Environment } from './config-folder.ts'
import { findChosen } from './find-chosen.ts'
import { findVault } from './find-vault.ts'
import { importLegacy } from './import-legacy.ts'
import { keepFoldersPrivate } from './keep-folders-private.ts'
import { knownVaults, type KnownVaults } from './known-vaults.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { readAround } from '../settings/settle-config.ts'
import { isInside, nestedRoots } from './nested-roots.ts'
import { outerVaults } from './outer-vaults.ts'
import { makeVaultFolder, placeNewVault } from './new-vault-place.ts'
import { readRegistry, type Registry } from './read-registry.ts'
import { holdsFiles, isFolder } from './vault-folder.ts'
import { standingOf } from './vault-standing.ts'
import { watchRegistry, type RegistryWatch } from './watch-registry.ts'

export interface HubOptions {
  readonly configFolder: string
  readonly dataFolder: string
  readonly cwd: string
  readonly env: Environment
  /** `--vault`: an id or a folder. */
  readonly vault: string | null
  readonly openVault: (options: VaultOptions) => Promise<VaultContext>
  readonly log: Log
  readonly now: () => Date
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

interface OpenEntry {
  readonly vault: Promise<VaultContext>
  /** How it stood among the others when it was opened. */
  standing: string | null
  readonly openedAt: number
  lastUsed: number
  /** When its folder and its settings were last looked at. */
  lastSeen: number
}

const idleAfterMs = 10 * 60_000
const idleCheckMs = 60_000
// A busy client's calls need not each ask the disk, and wait for it.
const seenForMs = 20
// A vault whose index cannot be opened (a full disk, a missing permission) is tried again so often at most.
const mendAfterMs = 5_000

/**
 * All vaults that this process can name and those it has open. Each is opened once, on first use, however many ask at
 * the same time, and closed when nobody has used it for a while. Follows the registry as other processes change it.
 */
export class VaultHub {
  readonly #options: HubOptions
  readonly #open = new Map<VaultId, OpenEntry>()
  readonly #idleTimer: NodeJS.Timeout
  /** By vault, who is told of changes in it: such a vault stays open. */
  readonly #followers = new Map<VaultId, Set<{ readonly onChanged: () => void }>>()
  readonly #attached = new WeakSet<VaultContext>()
  readonly #listFollowers = new Set<{ readonly onChanged: () => void }>()
  #loaded: Promise<{ registry: Registry; known: KnownVaults }> | null = null
  #watch: RegistryWatch | null = null
  /** The active vault of this process: the first that there was, then what `switch_vault` chose. */
  #chosen: Pick<KnownVault, 'id' | 'root'> | null = null
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#idleTimer = setInterval(() => void this.#closeIdle(), idleCheckMs).unref()
  }

  get configFolder(): string {
    return this.#options.configFolder
  }

  /** The vault that a call without `vault_id` acts on; null when nothing names one, or the one that was is gone. */
  async current(): Promise<KnownVault | null> {
    const { known } = await this.#state()
    return this.#chosen === null ? null : await findChosen(known.vaults, this.#chosen)
  }

  /** The active vault that is not among the known ones any more: no other takes its place until somebody switches. */
  async lost(): Promise<VaultId | null> {
    return (await this.current()) === null ? (this.#chosen?.id ?? null) : null
  }

  /** The vault that is active in this place whatever anybody switches to; null where that decides. */
  async pinned(): Promise<KnownVault | null> {
    const { known } = await this.#state()
    return known.pinned
  }

  async known(): Promise<readonly KnownVault[]> {
    const { known } = await this.#state()
    return known.vaults
  }

  async registry(): Promise<Registry> {
    const { registry } = await this.#state()
    return registry
  }

  /** What is odd about the registry's entries, a sentence each. */
  async notices(): Promise<readonly string[]> {
    const { registry, known } = await this.#state()
    return [...registry.notices, ...known.notices]
  }

  /** The vault with this id. An unknown one is VAULT_NOT_FOUND, once the registry has been read again. */
  async find(id: string): Promise<KnownVault> {
    const { known } = await this.#state()
    if (known.vaults.some((vault) => vault.id === id || vault.aliases.some((alias) => alias === id))) {
      return findVault(known.vaults, id)
    }
    const { known: fresh } = await this.#reload()
    return findVault(fresh.vaults, id)
  }

  /**
   * Opens a vault, or hands over the one that is open. VAULT_UNAVAILABLE when its folder is not there, or is another one
   * without its notes: unless the caller may accept any folder.
   */
  async open(id: VaultId, how: OpenHow = {}): Promise<VaultContext> {
    if (this.#isClosed) throw new VaultError('VAULT_UNAVAILABLE', 'flint is closing down.')
    const entry = this.#open.get(id) ?? this.#opening(id, how)
    entry.lastUsed = performance.now()
    const vault = await entry.vault
    if (!(await isOtherNow(vault, entry, how)) && !(await this.#isOutdated(vault, entry))) return vault
    await this.#closeWhere((other) => other === vault)
    return await this.open(id, how)
  }

  /** Keeps a vault open, and calls back when its index may have changed, until the result is called. */
  async follow(id: VaultId, onChanged: () => void): Promise<() => void> {
    const follower = { onChanged }
    const followers = this.#followers.get(id) ?? new Set()
    this.#followers.set(id, followers.add(follower))
    const stop = () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(id) === followers) this.#followers.delete(id)
    }
    try {
      this.#attach(await this.open(id))
      return stop
    } catch (error) {
      stop()
      throw error
    }
  }

  /** Calls back when there may be other vaults, or another active one, until the result is called. */
  followList(onChanged: () => void): () => void {
    const follower = { onChanged }
    this.#listFollowers.add(follower)
    return () => {
      this.#listFollowers.delete(follower)
    }
  }

  /** The vaults that are open at this moment. */
  async opened(): Promise<readonly VaultContext[]> {
    return await Promise.all([...this.#open.values()].map(({ vault }) => vault))
  }

  /** Makes a vault, or adopts a folder of notes as it is, and registers it. */
  async create(vault: NewVault): Promise<{ readonly known: KnownVault; readonly wasAdopted: boolean }> {
    const { id } = vault
    if (!isVaultId(id)) {
      throw new VaultError('INVALID_ARGUMENT', `"${id}" cannot be a vault id.`, {
        hint: 'Use lower-case letters, digits, - and _, at most 64, beginning with a letter or digit: work-notes.',
      })
    }
    const { known } = await this.#reload()
    if (known.vaults.some((other) => other.id === id && other.registered)) throw idTaken(id)
    const { cwd, env, configFolder, dataFolder } = this.#options
    const { folder, outer } = await placeNewVault(resolve(cwd, expandHome(vault.path, env)), {
      known: known.vaults,
      reserved: [configFolder, dataFolder],
    })
    const same = known.vaults.find(({ root, registered }) => root === folder && registered)
    if (same !== undefined) {
      throw new VaultError('ALREADY_EXISTS', `That folder is the vault "${same.id}" already.`, {
        vault_id: same.id,
        hint: { kind: 'use-known-vault', id: same.id },
      })
    }
    const { ignored } = await readVaultConfig({ root: folder, registered: false })
    await vault.approve({ folder, around: await readAround(folder, outer), ignored })
    await makeVaultFolder(folder)
    const wasAdopted = await holdsFiles(folder)
    if (!wasAdopted) {
      const { layOutVault } = await import('../vault/lay-out-vault.ts')
      await layOutVault(folder, { ...vault, id }, this.#options.now())
    }
    forgetSeenFolder(dataFolder, folder)
    const entry = {
      name: vault.name,
      path: folder,
      ...(vault.description !== '' && { description: vault.description }),
      last_used: this.#options.now().toISOString(),
    }
    await this.#change((config) => {
      if (config.vaults[id] !== undefined) throw idTaken(id)
      const isFirst = config.current_vault === null
      return {
        ...config,
        vaults: { ...config.vaults, [id]: entry },
        current_vault: vault.switchTo || isFirst ? id : config.current_vault,
      }
    })
    const made = await this.find(id)
    if (vault.switchTo || this.#chosen === null) this.#chosen = made
    // A vault inside another one is no longer part of it, and one that was open unregistered has other settings.
    await this.#closeWhere((other) => other.root === folder || isInside(folder, other.root))
    return { known: made, wasAdopted }
  }

  /** Makes a vault the active one: at once in this process, and for those that start later. */
  async switchTo(id: string): Promise<KnownVault> {
    const known = await this.remember(id)
    this.#chosen = known
    return known
  }

  /** Makes a vault the active one of processes that start later; this one keeps its own. */
  async remember(id: string): Promise<KnownVault> {
    const known = await this.find(id)
    // Open it first: a vault that cannot be opened must not become the active one.
    await this.open(known.id)
    if (known.registered) {
      await this.#change((config) => {
        const entry = config.vaults[known.id]
        if (entry === undefined) return config
        const last_used = this.#options.now().toISOString()
        return {
          ...config,
          current_vault: known.id,
          vaults: { ...config.vaults, [known.id]: { ...entry, last_used } },
        }
      })
    }
    tell(this.#listFollowers)
    return await this.find(id)
  }

  async update(
    id: string,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<KnownVault> {
    const known = await this.find(id)
    await this.#change((config) => {
      const entry = config.vaults[id]
      if (entry === undefined) throw notRegistered(id)
      return { ...config, vaults: { ...config.vaults, [id]: { ...entry, ...change } } }
    })
    await this.#closeWhere((vault) => vault.id === known.id)
    return await this.find(id)
  }

  /** Takes a vault off the list. Its files stay as they are. */
  async remove(id: string): Promise<KnownVault> {
    const known = await this.find(id)
    await this.#change((config) => {
      if (config.vaults[id] === undefined) throw notRegistered(id)
      const vaults = Object.fromEntries(Object.entries(config.vaults).filter(([other]) => other !== id))
      const current = config.current_vault === id ? null : config.current_vault
      return { ...config, vaults, current_vault: current }
    })
    await this.#closeWhere((vault) => vault.id === known.id)
    return known
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    this.#watch?.close()
    await this.#closeWhere(() => true)
  }

  #state(): Promise<{ registry: Registry; known: KnownVaults }> {
    return this.#loaded ?? this.#reload()
  }

  async #reload(): Promise<{ registry: Registry; known: KnownVaults }> {
    const loading = this.#load()
    this.#loaded = loading
    try {
      return await loading
    } catch (error) {
      // A registry that was mended is read by the next call.
      if (this.#loaded === loading) this.#loaded = null
      throw error
    }
  }

  async #load(): Promise<{ registry: Registry; known: KnownVaults }> {
    const { configFolder, dataFolder, cwd, env, vault, log } = this.#options
    if (this.#watch === null) keepFoldersPrivate({ configFolder, dataFolder, env })
    const imported = await importLegacy(env)
    if (imported !== null) log.info('imported the vaults of an earlier flint-note')
    const registry = await this.#readRegistry()
    const mayBeGone = this.#chosen !== null
    const known = await knownVaults({ config: registry.config, cwd, env, vault, mayBeGone })
    this.#watch ??= watchRegistry(configFolder, registry, (change) => {
      if (change.kind === 'damaged') log.warn('the registry is damaged; the last one stays in force')
      else {
        this.#loaded = null
        this.#closeOutdated().catch(() => undefined)
        tell(this.#listFollowers)
      }
    })
    // This process keeps its vault when another one switches.
    this.#chosen ??= known.current
    return { registry, known }
  }

  /** The registry; one that an earlier flint-note wrote is brought up to date. */
  async #readRegistry(): Promise<Registry> {
    const { configFolder, log, now } = this.#options
    const reading = await readRegistry(configFolder).catch((error: unknown) => ({ error }))
    if (!('error' in reading) && reading.notices.length === 0) return reading
    const { migrateRegistry } = await import('./migrate-registry.ts')
    if ((await migrateRegistry(configFolder, now())) === null) {
      if ('error' in reading) throw reading.error
      return reading
    }
    log.info('brought the registry of an earlier flint-note up to date; a copy of it lies beside it')
    return await readRegistry(configFolder)
  }

  async #change(change: (config: RegistryConfig) => RegistryConfig): Promise<void> {
    await changeRegistry(this.#options.configFolder, change)
    await this.#reload()
  }

  #opening(id: VaultId, how: OpenHow): OpenEntry {
    const now = performance.now()
    const vault = this.find(id).then(async (known) => {
      const all = await this.known()
      entry.standing = standingOf(known, all)
      return await this.#openNow(known, all, how)
    })
    const entry: OpenEntry = { vault, standing: null, openedAt: now, lastUsed: now, lastSeen: -Infinity }
    this.#open.set(id, entry)
    // A vault that could not be opened is tried again by the next call.
    entry.vault.catch(() => {
      if (this.#open.get(id) === entry) this.#open.delete(id)
    })
    return entry
  }

  /** A vault that is gone from the list, or whose folder is not there, is opened again by whoever asks for it. */
  async #reopen(id: VaultId): Promise<void> {
    const vault = await this.open(id).catch(() => null)
    if (vault !== null) this.#attach(vault)
  }

  /** What happened before is told, too: nobody listened to a vault that was just opened. */
  #attach(vault: VaultContext): void {
    if (this.#attached.has(vault)) return
    this.#attached.add(vault)
    vault.onChanged(() => {
      tell(this.#followers.get(vault.id))
    })
    tell(this.#followers.get(vault.id))
  }

  async #openNow(known: KnownVault, all: readonly KnownVault[], how: OpenHow): Promise<VaultContext> {
    if (!(await isFolder(known.root))) throw folderMissing(known.id)
    const { dataFolder, openVault, log, now } = this.#options
    const seen = readSeenFolder(dataFolder, known.root)
    if (seen === null || !isAnother(known.root, seen)) await this.#renewConfig(known)
    const nestedVaults = nestedRoots(known.root, all)
    const outer = await outerVaults(known.root, all)
    return await openVault({ known, nestedVaults, outerVaults: outer, dataFolder, log, now, ...how })
  }

  /** A vault that cannot be written to keeps its old keys, which do no harm. */
  async #renewConfig({ id, root, registered }: KnownVault): Promise<void> {
    // What somebody else has written stays as it is.
    if (!registered) return
    const { dataFolder, log, now } = this.#options
    try {
      const { isOldWorkspace } = await import('./old-workspace.ts')
      if (!(await isOldWorkspace(root))) return
      const { migrateVaultConfig } = await import('./migrate-vault-config.ts')
      const keys = await migrateVaultConfig(root, dataFolder, now())
      if (keys.length > 0) log.info('took old keys out of a vault’s config', { vault: id, keys })
    } catch (error) {
      log.warn('the old keys of a vault’s config stay', { vault: id, error })
    }
  }

  /** Whether it has to be opened anew: its index thread is gone, or the list of vaults says something else of it by now. */
  async #isOutdated(vault: VaultContext, { openedAt, standing }: OpenEntry): Promise<boolean> {
    if (vault.isBroken) return performance.now() - openedAt > mendAfterMs
    const known = await this.known()
    const self = known.find(({ id }) => id === vault.id)
    return self !== undefined && standingOf(self, known) !== standing
  }

  /** A vault that another process made inside an open one must not go on being indexed with it. */
  async #closeOutdated(): Promise<void> {
    for (const entry of this.#open.values()) {
      const vault = await entry.vault.catch(() => null)
      if (vault !== null && (await this.#isOutdated(vault, entry)))
        await this.#closeWhere((other) => other === vault)
    }
  }

  async #closeIdle(): Promise<void> {
    const limit = performance.now() - idleAfterMs
    const current = await this.current().catch(() => null)
    // Who only listens must hear again of a vault whose drive was away.
    for (const id of this.#followers.keys()) void this.#reopen(id)
    for (const [id, entry] of this.#open) {
      if (entry.lastUsed >= limit || id === current?.id || this.#followers.has(id)) continue
      const vault = await entry.vault.catch(() => null)
      if (vault?.freshness.state === 'ready') await this.#closeWhere(({ id: other }) => other === id)
    }
  }

  async #closeWhere(isMeant: (vault: VaultContext) => boolean): Promise<void> {
    const entries = [...this.#open]
    await Promise.all(
      entries.map(async ([id, entry]) => {
        const vault = await entry.vault.catch(() => null)
        if (vault === null || !isMeant(vault)) return
        if (this.#open.get(id) === entry) this.#open.delete(id)
        await vault.close()
        // Who follows it is told of what happens to it meanwhile as well.
        if (this.#followers.has(id) && !this.#isClosed) void this.#reopen(id)
      }),
    )
  }
}

function tell(followers: Iterable<{ readonly onChanged: () => void }> = []): void {
  for (const { onChanged } of followers) onChanged()
}

/** Whether folder or settings are others by now. Asks the disk, unless it was asked just now. */
async function isOtherNow(
  vault: VaultContext,
  entry: OpenEntry,
  { anyFolder = false }: OpenHow,
): Promise<boolean> {
  const now = performance.now()
  if (now - entry.lastSeen < seenForMs && vault.isInItsFolder) return false
  try {
    const isNew = (await vault.hasNewFolder()) || (await vault.hasNewSettings())
    entry.lastSeen = now
    return isNew
  } catch (error) {
    // Who takes any folder is judged by the settings of the one that was there.
    if (anyFolder && error instanceof VaultError) return false
    throw error
  }
}

function idTaken(id: string): VaultError {
  return new VaultError('ALREADY_EXISTS', `A vault "${id}" exists already.`, {
    vault_id: id,
    hint: { kind: 'choose-another-id' },
  })
}

function notRegistered(id: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `The vault "${id}" is not in the registry.`, {
    vault_id: id,
    hint: ['It was found in the working directory, below a root or by --vault.', { kind: 'register-vault' }],
  })
}
