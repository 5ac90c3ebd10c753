import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server'
import type { VaultId } from '../model/ids.ts'
import { isObject } from '../model/is-record.ts'
import type { Log } from '../model/log.ts'
import type { ListState } from '../offers/resources/list-state.ts'
import type { ResourceContext } from '../offers/resources/resource.ts'
import type { VaultNews } from '../offers/resources/vault-news.ts'

export interface SubscriptionOptions extends ResourceContext {
  /** Called when the first client subscribes to something. */
  readonly news: () => Promise<VaultNews>
  readonly log: Log
}

/** Where notices go: a connection of the older revisions, or a handler that passes them on to its listeners. */
export interface NoticeSink {
  readonly updated: (uri: string) => void
  readonly listChanged: () => void
}

/** Who subscribed: a connection as a whole, or one of its `subscriptions/listen` requests. */
export type Subscriber = RequestId | symbol

/** A client that subscribes to more is faulty. */
export const mostSubscriptions = 1_000

export const tooManySubscriptions = `There are ${mostSubscriptions.toLocaleString('en')} subscriptions already. Unsubscribe from those that are not needed.`

// An editor saves in several steps, and a checkout changes thousands of files.
const quietMs = 250
/** Looking takes at most a tenth of the time, however large the vault. */
const restAfterLooking = 10

/**
 * Sends notices: that a subscribed resource has changed, and that the list has. Subscribed resources are read when
 * their vault reports a change, so a notice always means a real change, even one by another process. Their vaults stay
 * open.
 */
export class Subscriptions {
  readonly #options: SubscriptionOptions
  readonly #subscribed = new Map<Subscriber, Set<string>>()
  readonly #states = new Map<string, string | null>()
  readonly #followed = new Map<VaultId, () => void>()
  readonly #changed = new Set<VaultId>()
  #areVaultsChanged = false
  readonly #listeners = new Set<Subscriber>()
  #list: ListState | null = null
  #stopList: (() => void) | null = null
  #sink: NoticeSink | null = null
  #timer: NodeJS.Timeout | null = null
  #pauseMs = quietMs
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: SubscriptionOptions) {
    this.#options = options
  }

  sendTo(sink: NoticeSink): void {
    this.#sink = sink
  }

  /** Resolves once every later change is noticed. False when there are too many subscriptions already. */
  async subscribe(who: Subscriber, uris: readonly string[]): Promise<boolean> {
    if (!this.#note(who, uris)) return false
    await this.#inTurn(() => this.#settle())
    return true
  }

  #note(who: Subscriber, uris: readonly string[]): boolean {
    const wanted = new Set([...(this.#subscribed.get(who) ?? []), ...uris])
    const others = [...this.#subscribed].filter(([other]) => other !== who)
    if (others.reduce((sum, [, set]) => sum + set.size, wanted.size) > mostSubscriptions) return false
    if (wanted.size > 0) this.#subscribed.set(who, wanted)
    return true
  }

  /** From here on it is told when vaults or notes come, go or change their names. */
  async followList(who: Subscriber): Promise<void> {
    if (this.#listeners.has(who)) return
    this.#listeners.add(who)
    await this.#inTurn(() => this.#settle())
  }

  /** Without an address: everything that this subscriber has. */
  async unsubscribe(who: Subscriber, uri?: string): Promise<void> {
    const uris = this.#subscribed.get(who)
    if (uri !== undefined) uris?.delete(uri)
    if (uri === undefined || uris?.size === 0) this.#subscribed.delete(who)
    if (uri === undefined) this.#listeners.delete(who)
    await this.#inTurn(() => this.#settle())
  }

  /**
   * Follows `subscriptions/listen` and its end in the messages of a client of the newest revision, which the SDK
   * answers by itself. Await this before passing the message on, so that no change after the answer is missed. `who`
   * tells clients apart where several share this, as each counts its requests by itself. False when there are too many
   * subscriptions already.
   */
  async listen(message: JSONRPCMessage, who: Subscriber | null = null): Promise<boolean> {
    if (isJSONRPCRequest(message) && message.method === 'subscriptions/listen') {
      const listener = who ?? message.id
      const notices = message.params?.['notifications']
      const wanted = isObject(notices) ? notices : {}
      const uris = wanted['resourceSubscriptions']
      const followed = Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
      // All of it at once: a client that goes meanwhile is forgotten with all of it.
      if (!this.#note(listener, followed)) return false
      if (wanted['resourcesListChanged'] === true) this.#listeners.add(listener)
      await this.#inTurn(() => this.#settle())
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId']
      if (typeof id === 'string' || typeof id === 'number') await this.unsubscribe(id)
    }
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#subscribed.clear()
    this.#listeners.clear()
    this.#stopList?.()
    this.#stopList = null
    await this.#work
    this.#followed.forEach((stop) => {
      stop()
    })
    this.#followed.clear()
  }

  /** Follows the vaults that matter and lets go of the others; new subscriptions start from the present state. */
  async #settle(): Promise<void> {
    if (this.#isClosed) return
    const uris = new Set([...this.#subscribed.values()].flatMap((set) => [...set]))
    for (const uri of this.#states.keys()) if (!uris.has(uri)) this.#states.delete(uri)
    if (uris.size === 0 && this.#listeners.size === 0) {
      this.#stopList?.()
      this.#stopList = null
      this.#followOnly(new Set())
      return
    }
    const { resourceState, vaultOfResource, readListState } = await loadResources()
    const news = await this.#options.news()
    this.#stopList ??= news.followList(() => {
      this.#areVaultsChanged = true
      this.#lookSoon()
    })
    const current = await this.#options.vaults.current()
    const vaults = new Set<VaultId>()
    if (this.#listeners.size > 0 && current !== null) vaults.add(current.id)
    for (const uri of uris) {
      const vault = await vaultOfResource(uri, this.#options)
      if (vault !== null) vaults.add(vault)
    }
    this.#followOnly(vaults)
    for (const vault of vaults) await this.#follow(vault, news)
    if (this.#listeners.size === 0) this.#list = null
    else this.#list ??= await readListState(this.#options, null)
    for (const uri of uris) {
      if (!this.#states.has(uri)) this.#states.set(uri, await resourceState(uri, this.#options))
    }
  }

  #followOnly(vaults: ReadonlySet<VaultId>): void {
    for (const [id, stop] of this.#followed) {
      if (vaults.has(id)) continue
      stop()
      this.#followed.delete(id)
    }
  }

  async #follow(id: VaultId, news: VaultNews): Promise<void> {
    if (this.#followed.has(id)) return
    const onChanged = () => {
      this.#changed.add(id)
      this.#lookSoon()
    }
    try {
      const stop = await news.follow(id, onChanged)
      this.#followed.set(id, stop)
    } catch (error) {
      // For example, its folder is missing: tried again when something is subscribed or the vaults change.
      this.#options.log.debug('A vault with subscriptions cannot be opened', { vault: id, error })
    }
  }

  #lookSoon(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#inTurn(() => this.#look())
    }, this.#pauseMs).unref()
  }

  /** Looks at what may have changed and reports what has. */
  async #look(): Promise<void> {
    if (this.#isClosed) return
    const began = performance.now()
    const changed = new Set(this.#changed)
    const isAnything = this.#areVaultsChanged
    this.#changed.clear()
    this.#areVaultsChanged = false
    if (isAnything) await this.#settle()
    const { resourceState, vaultOfResource, readListState, isListChanged } = await loadResources()
    for (const [uri, before] of [...this.#states]) {
      const vault = await vaultOfResource(uri, this.#options)
      if (!isAnything && (vault === null || !changed.has(vault))) continue
      const after = await resourceState(uri, this.#options)
      if (after === before || !this.#states.has(uri)) continue
      this.#states.set(uri, after)
      this.#sink?.updated(uri)
    }
    if (this.#list !== null) {
      const after = await readListState(this.#options, this.#list)
      const isChanged = isListChanged(this.#list, after)
      this.#list = after
      if (isChanged) this.#sink?.listChanged()
    }
    this.#pauseMs = Math.max(quietMs, (performance.now() - began) * restAfterLooking)
  }

  /** One step after the other, so that none sees a half-made state. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.#work.then(step).catch((error: unknown) => {
      this.#options.log.warn('Subscriptions could not be followed', { error })
    })
    this.#work = done
    return done
  }
}

async function loadResources() {
  const { isListChanged, readListState } = await import('../offers/resources/list-state.ts')
  const { resourceState, vaultOfResource } = await import('../offers/resources/read-resource.ts')
  return { isListChanged, readListState, resourceState, vaultOfResource }
}
