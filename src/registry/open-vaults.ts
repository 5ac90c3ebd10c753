import type { VaultId } from '../model/ids.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import { isFolder } from '../files/is-folder.ts'
import { folderMissing } from '../vault/folder-guard.ts'
import { isAnother, readSeenFolder } from '../vault/seen-folder.ts'
import type { VaultOptions } from '../vault/start-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { HubOptions, ListedVaults } from './listed-vaults.ts'
import { isInside, nestedRoots } from './nested-roots.ts'
import { outerVaults } from './outer-vaults.ts'
import type { OpenHow } from './vault-access.ts'

interface OpenEntry {
  readonly vault: Promise<VaultContext>
  /** Its standing among the others when it was opened. */
  standing: string | null
  /** The list of vaults for which that still holds. */
  among: readonly KnownVault[] | null
  readonly openedAt: number
  lastUsed: number
}

const idleAfterMs = 10 * 60_000
const idleCheckMs = 60_000
// A vault whose index cannot be opened (a full disk, a missing permission) is retried at most this often.
const mendAfterMs = 5_000

/**
 * The vaults that this process has open. Each is opened once, on first use, even by concurrent callers, and closed
 * after a while without use.
 */
export class OpenVaults {
  readonly #options: HubOptions
  readonly #listed: ListedVaults
  readonly #open = new Map<VaultId, OpenEntry>()
  readonly #idleTimer: NodeJS.Timeout
  /** Listeners for changes, by vault: a vault with listeners stays open. */
  readonly #followers = new Map<VaultId, Set<{ readonly onChanged: () => void }>>()
  readonly #attached = new WeakSet<VaultContext>()
  /** Vaults whose index is being prepared, each with what ends that. */
  readonly #preparing = new Map<VaultId, () => Promise<void>>()
  #isClosed = false

  constructor(options: HubOptions, listed: ListedVaults) {
    this.#options = options
    this.#listed = listed
    this.#idleTimer = setInterval(() => void this.#closeIdle(), idleCheckMs).unref()
  }

  readonly open = async (id: VaultId, how: OpenHow = {}): Promise<VaultContext> => {
    if (this.#isClosed) throw new VaultError('VAULT_UNAVAILABLE', 'flint is closing down.')
    const entry = this.#open.get(id) ?? this.#opening(id, how)
    entry.lastUsed = performance.now()
    const vault = await entry.vault
    if (!(await isOtherNow(vault, how)) && !(await this.#isOutdated(vault, entry))) return vault
    await this.closeWhere((other) => other === vault)
    return await this.open(id, how)
  }

  /** Keeps a vault open and calls back when its index may have changed, until the result is called. */
  readonly follow = async (id: VaultId, onChanged: () => void): Promise<() => void> => {
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

  /** Brings the index of a vault up to date that this process does not serve. A call that opens the vault ends that. */
  readonly prepare = async (id: VaultId): Promise<void> => {
    const { prepareVault } = this.#options
    if (prepareVault === undefined || this.#isClosed || this.#open.has(id) || this.#preparing.has(id)) return
    const ending = new AbortController()
    const work = (async () => {
      const options = await this.#optionsOf(await this.#listed.find(id), await this.#listed.known())
      if (!ending.signal.aborted) await prepareVault(options, ending.signal)
    })()
    this.#preparing.set(id, async () => {
      ending.abort()
      await work.catch(() => undefined)
    })
    await work.finally(() => this.#preparing.delete(id))
  }

  readonly opened = async (): Promise<readonly VaultContext[]> => {
    return await Promise.all([...this.#open.values()].map(({ vault }) => vault))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    await Promise.all([...this.#preparing.values()].map((end) => end()))
    await this.closeWhere(() => true)
  }

  #opening(id: VaultId, how: OpenHow): OpenEntry {
    const now = performance.now()
    const vault = this.#listed.find(id).then(async (known) => {
      await this.#preparing.get(id)?.()
      const all = await this.#listed.known()
      entry.standing = standingOf(known, all)
      return await this.#openNow(known, all, how)
    })
    const entry: OpenEntry = {
      vault,
      standing: null,
      among: null,
      openedAt: now,
      lastUsed: now,
    }
    this.#open.set(id, entry)
    // The next call tries again to open it.
    entry.vault.catch(() => {
      if (this.#open.get(id) === entry) this.#open.delete(id)
    })
    return entry
  }

  /** A vault that has left the list, or whose folder is missing, is opened again on the next request. */
  async #reopen(id: VaultId): Promise<void> {
    const vault = await this.open(id).catch(() => null)
    if (vault !== null) this.#attach(vault)
  }

  /** Reports a change at once: nobody listened before the vault was opened. */
  #attach(vault: VaultContext): void {
    if (this.#attached.has(vault)) return
    this.#attached.add(vault)
    vault.index.onChanged(() => {
      tell(this.#followers.get(vault.id))
    })
    tell(this.#followers.get(vault.id))
  }

  async #openNow(known: KnownVault, all: readonly KnownVault[], how: OpenHow): Promise<VaultContext> {
    if (!(await isFolder(known.root))) throw folderMissing(known.id)
    const { dataFolder, openVault } = this.#options
    const seen = readSeenFolder(dataFolder, known.root)
    if (seen === null || !(await isAnother(known.root, seen))) await this.#renewConfig(known)
    return await openVault({ ...(await this.#optionsOf(known, all)), ...how })
  }

  async #optionsOf(known: KnownVault, all: readonly KnownVault[]): Promise<VaultOptions> {
    const { dataFolder, log, now } = this.#options
    const nestedVaults = nestedRoots(known.root, all)
    return { known, nestedVaults, outerVaults: await outerVaults(known.root, all), dataFolder, log, now }
  }

  /** A vault that cannot be written to keeps its old keys, which do no harm. */
  async #renewConfig({ id, root, registered }: KnownVault): Promise<void> {
    // A stranger's config stays as it is.
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

  /** Whether it must be reopened: its data can be kept again, its index thread has ended, or the list of vaults has changed for it. */
  async #isOutdated(vault: VaultContext, entry: OpenEntry): Promise<boolean> {
    if (vault.condition.isDataBack) return true
    if (vault.condition.isBroken) return performance.now() - entry.openedAt > mendAfterMs
    const known = await this.#listed.known()
    if (known === entry.among) return false
    const self = known.find(({ id }) => id === vault.id)
    if (self !== undefined && standingOf(self, known) !== entry.standing) return true
    entry.among = known
    return false
  }

  /** A vault that another process made inside an open one must not go on being indexed with it. */
  async closeOutdated(): Promise<void> {
    for (const entry of this.#open.values()) {
      const vault = await entry.vault.catch(() => null)
      if (vault !== null && (await this.#isOutdated(vault, entry)))
        await this.closeWhere((other) => other === vault)
    }
  }

  async #closeIdle(): Promise<void> {
    const limit = performance.now() - idleAfterMs
    const current = await this.#listed.current().catch(() => null)
    // Listeners must hear again of a vault whose drive was away.
    for (const id of this.#followers.keys()) void this.#reopen(id)
    for (const [id, entry] of this.#open) {
      if (entry.lastUsed >= limit || id === current?.id || this.#followers.has(id)) continue
      const vault = await entry.vault.catch(() => null)
      if (vault?.index.freshness.state === 'ready') await this.closeWhere(({ id: other }) => other === id)
    }
  }

  async closeWhere(isMeant: (vault: VaultContext) => boolean): Promise<void> {
    const entries = [...this.#open]
    await Promise.all(
      entries.map(async ([id, entry]) => {
        const vault = await entry.vault.catch(() => null)
        if (vault === null || !isMeant(vault)) return
        if (this.#open.get(id) === entry) this.#open.delete(id)
        await vault.close()
        // Its listeners are also told of what happens to it meanwhile.
        if (this.#followers.has(id) && !this.#isClosed) void this.#reopen(id)
      }),
    )
  }
}

function tell(followers: Iterable<{ readonly onChanged: () => void }> = []): void {
  for (const { onChanged } of followers) onChanged()
}

/** Whether folder or settings have changed: asked of the disk with each call, as a permission that is taken away counts at once. */
async function isOtherNow({ condition }: VaultContext, { anyFolder = false }: OpenHow): Promise<boolean> {
  try {
    return (await condition.hasNewFolder()) || (await condition.hasNewSettings())
  } catch (error) {
    // A caller that accepts any folder is judged by the settings of the previous one.
    if (anyFolder && error instanceof VaultError) return false
    throw error
  }
}

/**
 * Everything in the list of vaults that decides how one of them is opened: its place, its owner, and the vaults in and
 * around it.
 */
function standingOf(vault: KnownVault, known: readonly KnownVault[]): string {
  const around = known.filter(({ root, isDeclared }) => isDeclared && isInside(vault.root, root))
  return JSON.stringify([
    vault.root,
    vault.registered,
    nestedRoots(vault.root, known),
    around.map(({ root, registered }) => [root, registered]),
  ])
}
