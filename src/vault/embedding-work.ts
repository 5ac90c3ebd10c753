import { setTimeout as wait } from 'node:timers/promises'
import type { Said } from '../model/advice.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { HashedVector, VectorCache } from '../embed/vector-cache.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import type { Held } from '../locks/held-lock.ts'
import type { PendingCursor, PendingPage } from '../index-db/pending-queries.ts'
import type { Log } from '../model/log.ts'
import { DamagedVectors } from '../search/vector-reader.ts'
import { ownStanding, type OwnStanding } from '../search/own-standing.ts'
import type { VectorSearch } from '../search/vector-search.ts'
import type { Sync } from '../sync/sync.ts'
import { followOwnModel, nextForOwnModel } from './own-model-work.ts'
import { passagesPerLook, takeAllKnown, takeKnown, type KnownVectorDoors } from './known-vectors.ts'
import { messageOf } from '../model/error-code.ts'

export interface EmbeddingDoors {
  readonly search: VectorSearch
  readonly sync: Pick<
    Sync,
    'cutSome' | 'putVectors' | 'makeOwn' | 'putOwn' | 'settleVectors' | 'forgetVectors'
  >
  /** Tries to get the right to embed, which one of several processes has. */
  readonly tryLead: () => Held | null
  /** False while full text is still being indexed, which comes first. */
  readonly isIndexed: () => boolean
  /** Whether the user has paused embedding; may change at any time. */
  readonly isPaused: () => Promise<boolean>
  /** Vectors that somebody has made already, here or elsewhere; null where the index has all there are. */
  readonly cache: VectorCache | null
  /** Whether this process serves the vault; one that only prepares it makes no vectors. */
  readonly isServed?: boolean
  readonly pace?: EmbeddingPace
  readonly log: Log
}

/** Only vectors that the cache has, or those that must be made too. */
type WhichVectors = 'known' | 'all'

/** How often to look, and how long to wait, in milliseconds. */
export interface EmbeddingPace {
  /** Pause between two looks for something to embed. */
  readonly lookEvery: number
  /** A file written more recently than this may be written again at once. */
  readonly quietFor: number
  readonly sweepEvery: number
  /** Calls come in runs: no embedding between two of them within this time. */
  readonly yieldFor: number
}

/** How far embedding has come, for people. */
export interface EmbeddingProgress {
  readonly state:
    'starting' | 'waiting' | 'embedding' | 'paused' | 'another process' | 'ready' | 'unavailable'
  readonly model: string | null
  readonly pending: number | null
  /** Why there are no vectors, or those of another model than was chosen; null where all is well. */
  readonly reason: Said | null
}

/** How far embedding is, as it is just now. */
export interface EmbeddingInformation extends EmbeddingProgress {
  /** How far the vault's own model knows its notes. */
  readonly own: OwnStanding
}

const usualPace: EmbeddingPace = { lookEvery: 1_000, quietFor: 2_000, sweepEvery: 5_000, yieldFor: 300 }
/** Each looks at every passage: while notes are written one in so many is enough. */
const sweepsWhileBusy = 12
const retryAfterFailureMs = 60_000
/** Embedding waits no longer than this, however many calls come in. */
const yieldAtMostMs = 2_000
const passagesPerPage = 256
// A crash loses at most two batches: one is stored while the next is embedded.
const passagesPerBatch = 16

/**
 * Embeds in the background what has no vector yet, newest notes first. Of several processes with the vault open, the
 * one that holds the lease does it; another takes over when that one is gone.
 */
export class EmbeddingWork {
  readonly #doors: EmbeddingDoors
  readonly #pace: EmbeddingPace
  #progress: EmbeddingProgress = { state: 'starting', model: null, pending: null, reason: null }
  #timer: NodeJS.Timeout | null
  #running: Promise<void> = Promise.resolve()
  #lease: Held | null = null
  #hasChanged = true
  #sweptAt = 0
  #ownAgainAt = 0
  #calledAt = -Infinity
  /** All that the cache had when the vault was opened is in the index. */
  #hasKnown = false
  #isPaused = false
  #isClosed = false

  constructor(doors: EmbeddingDoors) {
    this.#doors = doors
    this.#pace = doors.pace ?? usualPace
    // A process that answers one call and ends need not load a model.
    this.#timer = doors.isServed === false ? null : this.#schedule(this.#pace.lookEvery)
  }

  get progress(): EmbeddingProgress {
    return this.#isPaused ? { ...this.#progress, state: 'paused' } : this.#progress
  }

  /** Reads how far embedding is now, for a caller that asks before the first look. */
  async inform(): Promise<EmbeddingInformation> {
    const { search } = this.#doors
    await this.#mayEmbed()
    const opened = await search.embedder()
    if (opened.kind === 'unavailable') {
      const reason = [opened.reason, opened.hint]
      return { state: 'unavailable', model: null, pending: null, own: 'not needed', reason }
    }
    const { id: model } = opened.embedder.model
    const pending = await search.reader.ask('count', { model })
    const own = ownStanding(await search.reader.ask('ownState', {}))
    const { state, reason } = this.progress
    const shown = state === 'ready' && pending > 0 ? 'waiting' : state
    return { state: shown, model, pending, own, reason: reason ?? opened.notice }
  }

  /** Starts over at the newest notes after notes have changed. */
  noteChange(): void {
    this.#hasChanged = true
  }

  /** Lets a call go first: embedding takes a whole core. */
  noteCall(): void {
    this.#calledAt = performance.now()
  }

  /** Does at once, and once, what takes no embedding: takes the vectors that somebody has made, and makes the vault's own model. */
  async prepare(): Promise<void> {
    const work = (async () => {
      const opened = await this.#doors.search.embedder()
      if (opened.kind !== 'unavailable') await this.#follow(opened.embedder, 'known')
      await this.#followOwn()
    })()
    this.#running = work.catch(() => undefined)
    await work
  }

  /** Ends after the current batch. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
    this.#lease?.release()
  }

  #schedule(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#look().then((nextMs) => {
        if (!this.#isClosed) this.#timer = this.#schedule(nextMs)
      })
    }, delayMs).unref()
  }

  /** Does what there is to do; returns how long to wait until the next look. */
  async #look(): Promise<number> {
    const { search, sync, log } = this.#doors
    if (!(await this.#mayEmbed())) return this.#pace.lookEvery
    let model: string | null = null
    try {
      const opened = await search.embedder()
      if (opened.kind === 'unavailable') {
        this.#progress = { state: 'unavailable', model: null, pending: null, reason: opened.reason }
        return retryAfterFailureMs
      }
      model = opened.embedder.model.id
      if (this.#doors.cache !== null && !this.#hasKnown) await this.#follow(opened.embedder, 'known')
      await this.#followOwn()
      await this.#follow(opened.embedder, 'all')
      if (this.#progress.state === 'ready') this.#doors.cache?.settled?.()
      return this.#pace.lookEvery
    } catch (error) {
      if (this.#isClosed) return this.#pace.lookEvery
      const cause = messageOf(error)
      const reason = error instanceof EmbedderFailure ? [error.reason, error.hint] : cause
      this.#progress = { state: 'unavailable', model, pending: null, reason }
      log.warn('notes could not be embedded', { cause })
      if (!(error instanceof DamagedVectors) || model === null) return retryAfterFailureMs
      await sync.forgetVectors(model).catch(() => undefined)
      return this.#pace.lookEvery
    }
  }

  /** The vault's own model comes before what must be embedded: it takes seconds. Where it cannot be made, that still is. */
  async #followOwn(): Promise<void> {
    const { search, sync, log } = this.#doors
    if (performance.now() < this.#ownAgainAt) return
    try {
      const state = await search.reader.ask('ownState', {})
      if (nextForOwnModel(state) === 'nothing') return
      if (!this.#lead()) return
      await followOwnModel({ search, sync }, async () => {
        await this.#yield()
        return (await this.#mayEmbed()) && this.#lease !== null
      })
    } catch (error) {
      if (this.#isClosed) return
      this.#ownAgainAt = performance.now() + retryAfterFailureMs
      log.warn("the vault's own model could not be made", { cause: messageOf(error) })
    }
  }

  async #follow(embedder: Embedder, which: WhichVectors): Promise<void> {
    const { search } = this.#doors
    const { id: model } = embedder.model
    const pending = await search.reader.ask('count', { model })
    const stored = await search.reader.ask('models', {})
    const isReady = stored.some(({ name, is_ready: ready }) => name === model && ready === 1)
    const maySweep = this.#hasChanged && this.#unsweptFor > this.#pace.sweepEvery
    if (pending === 0 && (isReady || stored.length === 0) && !maySweep) {
      this.#progress = { state: 'ready', model, pending, reason: null }
      return
    }
    if (!this.#lead()) {
      this.#progress = { state: pending === 0 ? 'ready' : 'another process', model, pending, reason: null }
      return
    }
    if (pending > 0 && (await this.#cutAll())) {
      // Where somebody always writes, something is always left, and what nobody needs would never go.
      if (this.#unsweptFor > this.#pace.sweepEvery * sweepsWhileBusy) await this.#sweep(null)
      await (which === 'known' ? this.#takeAllKnown(embedder) : this.#embedAll(embedder))
    }
    const left = pending === 0 ? 0 : await search.reader.ask('count', { model })
    this.#progress = { state: left === 0 ? 'ready' : 'waiting', model, pending: left, reason: null }
    if (left > 0 || !this.#mayGoOn()) return
    this.#hasChanged = false
    await this.#sweep(model)
  }

  get #unsweptFor(): number {
    return performance.now() - this.#sweptAt
  }

  /** `complete` names the model that has all vectors, if one has. */
  async #sweep(complete: string | null): Promise<void> {
    this.#sweptAt = performance.now()
    await this.#doors.sync.settleVectors(complete)
  }

  /** Cuts notes into chunks now that something embeds them. False if it had to stop. */
  async #cutAll(): Promise<boolean> {
    while ((await this.#doors.sync.cutSome()) > 0) {
      // Where vectors are kept outside there may be nothing to embed: a pause after each few notes would be most of the time.
      if (this.#doors.cache === null) await this.#yield()
      if (!(await this.#mayEmbed()) || this.#lease === null) return false
    }
    return true
  }

  async #embedAll(embedder: Embedder): Promise<void> {
    const { search, cache } = this.#doors
    const { id: model } = embedder.model
    let after: PendingCursor | null = null
    let left = await search.reader.ask('count', { model })
    do {
      this.#hasChanged = false
      const page: PendingPage = await search.reader.ask('pending', {
        model,
        limit: cache === null ? passagesPerPage : passagesPerLook,
        quietSince: Date.now() - this.#pace.quietFor,
        after,
      })
      if (!(await this.#embedPage(embedder, page, left))) return
      left = Math.max(0, left - page.passages.length)
      after = page.next
    } while (after !== null && this.#mayGoOn() && !this.#isOutdated())
  }

  /** False if it had to stop. */
  async #embedPage(embedder: Embedder, page: PendingPage, pending: number): Promise<boolean> {
    const { sync } = this.#doors
    const { id: model, dimensions } = embedder.model
    const doors = this.#knownDoors
    const hashes = page.passages.map(({ hash }) => hash)
    const known = doors && (await takeKnown(doors, embedder.model, hashes))
    const passages = page.passages.filter(({ hash }) => known?.has(hash) !== true)
    const made: HashedVector[] = []
    let storing: Promise<unknown> = Promise.resolve()
    try {
      for (let start = 0; start < passages.length; start += passagesPerBatch) {
        await this.#yield()
        if (!(await this.#mayEmbed()) || this.#lease === null) return false
        this.#progress = { state: 'embedding', model, pending: Math.max(0, pending - start), reason: null }
        const batch = passages.slice(start, start + passagesPerBatch)
        const texts = batch.map(({ text }) => text)
        const embedded = await embedder.embed(texts, 'passage')
        await storing
        const vectors = batch.flatMap(({ hash }, index) => {
          const vector = embedded[index]
          return vector === undefined ? [] : [{ hash, vector }]
        })
        storing = sync.putVectors({ model, dimensions, vectors })
        // Handled where it is awaited, which may be later.
        storing.catch(() => undefined)
        made.push(...vectors)
      }
      return true
    } finally {
      await Promise.all([storing, this.#keep(model, made)])
    }
  }

  /** Null where nobody but the index keeps vectors. */
  get #knownDoors(): KnownVectorDoors | null {
    const { search, sync, cache, log } = this.#doors
    return cache && { reader: search.reader, sync, cache, log }
  }

  async #takeAllKnown({ model }: Embedder): Promise<void> {
    const doors = this.#knownDoors
    if (doors === null) return
    this.#hasChanged = false
    this.#hasKnown = await takeAllKnown(doors, model, () => this.#mayGoOn())
  }

  async #keep(model: string, vectors: readonly HashedVector[]): Promise<void> {
    const { cache, log } = this.#doors
    if (cache === null || vectors.length === 0) return
    await cache.keep(model, vectors).catch((error: unknown) => {
      log.debug('vectors cannot be kept for others', { error })
    })
  }

  async #yield(): Promise<void> {
    const from = performance.now()
    for (;;) {
      const at = performance.now()
      const left = Math.min(this.#calledAt + this.#pace.yieldFor - at, from + yieldAtMostMs - at)
      if (left <= 0 || !this.#mayGoOn()) return
      await wait(left, undefined, { ref: false })
    }
  }

  /** Whether newer notes may have come in front. */
  #isOutdated(): boolean {
    return this.#hasChanged
  }

  /** Whether embedding may go on, by what the user has said meanwhile. An unreadable registry changes nothing. */
  async #mayEmbed(): Promise<boolean> {
    this.#isPaused = await this.#doors.isPaused().catch(() => this.#isPaused)
    return this.#mayGoOn()
  }

  #mayGoOn(): boolean {
    return !this.#isClosed && !this.#isPaused && this.#doors.isIndexed()
  }

  #lead(): boolean {
    if (this.#lease !== null) return true
    const lease = this.#doors.tryLead()
    this.#lease = lease
    lease?.onLost(() => {
      if (this.#lease === lease) this.#lease = null
    })
    return this.#lease !== null
  }
}
