import { isDeepStrictEqual } from 'node:util'
import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { Log } from '../model/log.ts'
import type { RegistryConfig } from './registry-schema.ts'
import type { VaultOptions } from '../vault/start-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { Environment } from './config-folder.ts'
import { findChosen } from './find-chosen.ts'
import { findVault, vaultCalled } from './find-vault.ts'
import { importLegacy } from './import-legacy.ts'
import { keepFoldersPrivate } from './keep-folders-private.ts'
import { knownVaults, type KnownVaults, listRoots } from './known-vaults.ts'
import type { Registry } from './read-registry.ts'
import { fileRegistry, type RegistryStore } from './registry-store.ts'
import { isStrangers } from './vault-list.ts'
import type { RegistryWatch } from './watch-registry.ts'

export interface HubOptions {
  readonly configFolder: string
  readonly dataFolder: string
  /** Where the list of vaults is kept; the file in `configFolder` when left out. */
  readonly registry?: RegistryStore
  readonly cwd: string
  readonly env: Environment
  /** `--vault`: an id or a folder. */
  readonly vault: string | null
  readonly openVault: (options: VaultOptions) => Promise<VaultContext>
  /** Brings the index of a vault up to date that another server serves; absent where there are no others. */
  readonly prepareVault?: (options: VaultOptions, signal: AbortSignal) => Promise<void>
  /** Has this server serve a vault before others can know it, until the result is called; absent where it is alone. */
  readonly claim?: (id: string) => Promise<() => Promise<void>>
  /** Called before an id is taken off the list: what goes by it may have to know which folder it stood for. */
  readonly beforeRemoval?: (vault: { readonly id: string; readonly root: string }) => Promise<void>
  readonly log: Log
  readonly now: () => Date
}

/** What was read of the list of vaults at one moment. */
interface Loaded {
  readonly registry: Registry
  readonly known: KnownVaults
}

/**
 * All vaults that this process can name, and which one is active. Follows the registry as other processes change it, and
 * the folders below its roots.
 */
export class ListedVaults {
  readonly #options: HubOptions
  readonly #store: RegistryStore
  readonly #followers = new Set<{ readonly onChanged: () => void }>()
  /** Called once another process or a person has changed the registry. */
  readonly #onForeignChange: () => void
  readonly #given = new Map<string, Pick<KnownVault, 'root' | 'registered'>>()
  #loaded: Promise<Loaded> | null = null
  #watch: RegistryWatch | null = null
  /** The active vault of this process: first the initial one, then what `switch_vault` chose. */
  #chosen: Pick<KnownVault, 'id' | 'root'> | null = null

  constructor(options: HubOptions, onForeignChange: () => void) {
    this.#options = options
    this.#store = options.registry ?? fileRegistry(options.configFolder)
    this.#onForeignChange = onForeignChange
  }

  get chosen(): Pick<KnownVault, 'id' | 'root'> | null {
    return this.#chosen
  }

  choose(vault: KnownVault): void {
    this.#chosen = vault
  }

  readonly current = async (): Promise<KnownVault | null> => {
    const { known } = await this.#state()
    return this.#chosen === null ? null : await findChosen(known.vaults, this.#chosen)
  }

  readonly lost = async (): Promise<VaultId | null> => {
    return (await this.current()) === null ? (this.#chosen?.id ?? null) : null
  }

  /** The vault that is active in this place whatever anybody switches to; null where the registry decides. */
  readonly pinned = async (): Promise<KnownVault | null> => (await this.#state()).known.pinned

  readonly known = async (): Promise<readonly KnownVault[]> => (await this.#state()).known.vaults

  readonly registry = async (): Promise<Registry> => (await this.#state()).registry

  readonly notices = async (): Promise<readonly string[]> => {
    const { registry, known } = await this.#state()
    return [...registry.notices, ...known.notices]
  }

  /** Whether an id has meant another folder in this process, one that the user has not put on their list. */
  hasMeantOther(id: string, root: string): boolean {
    return isStrangers(this.#given, id, root)
  }

  readonly find = async (id: string): Promise<KnownVault> => {
    const found = vaultCalled(await this.known(), id)
    return found ?? findVault((await this.reload()).known.vaults, id)
  }

  /** Calls back when the vaults or the active one may have changed, until the result is called. */
  follow(onChanged: () => void): () => void {
    const follower = { onChanged }
    this.#followers.add(follower)
    return () => {
      this.#followers.delete(follower)
    }
  }

  /** Tells followers that the list may have changed. */
  tell(): void {
    for (const { onChanged } of this.#followers) onChanged()
  }

  close(): void {
    this.#watch?.close()
  }

  /** What was read last, unless folders have come or gone below a root since. */
  async #state(): Promise<Loaded> {
    const loading = this.#loaded
    if (loading === null) return await this.reload()
    const loaded = await loading
    const { registry, known } = loaded
    const roots = await listRoots({ ...this.#options, config: registry.config })
    // One with nothing in it may be a drive that is not there for now: its vaults are away, not unknown.
    const now = roots.map((root, at) => (root.names.length === 0 ? (known.roots[at] ?? root) : root))
    if (isDeepStrictEqual(now, known.roots)) return loaded
    return await (this.#loaded === loading ? this.reload() : this.#state())
  }

  async reload(): Promise<Loaded> {
    const loading = this.#load()
    this.#loaded = loading
    try {
      return await loading
    } catch (error) {
      // A registry that was repaired is read by the next call.
      if (this.#loaded === loading) this.#loaded = null
      throw error
    }
  }

  async #load(): Promise<Loaded> {
    const { configFolder, dataFolder, cwd, env, vault, log } = this.#options
    if (this.#watch === null) keepFoldersPrivate({ configFolder, dataFolder, env })
    const imported = await importLegacy(env)
    if (imported !== null) log.info('imported the vaults of an earlier flint-note')
    const registry = await this.#readRegistry()
    const mayBeGone = this.#chosen !== null
    const { config } = registry
    const known = await knownVaults({ config, cwd, env, vault, mayBeGone, given: this.#given })
    for (const { id, aliases, root, registered } of known.vaults)
      for (const one of [id, ...aliases]) this.#given.set(one, { root, registered })
    this.#watch ??= this.#store.watch(registry, (change) => {
      if (change === 'damaged') log.warn('the registry is damaged; the last one stays in force')
      else {
        this.#loaded = null
        this.#onForeignChange()
        this.tell()
      }
    })
    // This process keeps its vault when another one switches.
    this.#chosen ??= known.current
    return { registry, known }
  }

  /** Reads the registry; one from an earlier flint-note is migrated. */
  async #readRegistry(): Promise<Registry> {
    const { configFolder, log, now } = this.#options
    const reading = await this.#store.read().catch((error: unknown) => ({ error }))
    if (!('error' in reading) && reading.notices.length === 0) return reading
    const { migrateRegistry } = await import('./migrate-registry.ts')
    if ((await migrateRegistry(configFolder, now())) === null) {
      if ('error' in reading) throw reading.error
      return reading
    }
    log.info('brought the registry of an earlier flint-note up to date; a copy of it lies beside it')
    return await this.#store.read()
  }

  /** Runs work while nobody else makes a vault that is to be on this list. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    return await this.#store.alone(work)
  }

  /** Changes the registry and reads it again. */
  async change(change: (config: RegistryConfig) => RegistryConfig): Promise<void> {
    await this.#store.change(change)
    await this.reload()
  }
}
