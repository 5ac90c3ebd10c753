import type { Embedder } from '../embed/embedder.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import type { OpenedEmbedder } from '../embed/open-embedder.ts'
import type { CompiledCondition, NearNote } from '../index-db/nearest-queries.ts'
import { atMost } from '../model/at-most.ts'
import type { Said } from '../model/advice.ts'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import type { Like, OwnToMark } from './own-vectors.ts'
import type { VectorQuestions } from './vector-messages.ts'
import { knowsLanguage } from './knows-language.ts'
import { DamagedVectors, type VectorReader } from './vector-reader.ts'
import { messageOf } from '../model/error-code.ts'

/** Opens the embedder of this process: the one from the settings, or that of a model by its id. */
export type OpenEmbedder = (model: string | null) => Promise<OpenedEmbedder>

export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  readonly hint: Said
  readonly isLoading?: true
}

/** The vectors could not be queried, so a search goes on by words. Errors of the index itself are passed on. */
export class VectorsFailed extends Error {
  override readonly name = 'VectorsFailed'
  readonly unavailable: Unavailable

  constructor(cause: unknown) {
    const unavailable = toUnavailable(cause)
    super(unavailable.reason, { cause })
    this.unavailable = unavailable
  }
}

/** A text's vector, by the model that searches this vault. */
export interface Meaning {
  readonly kind: 'meant'
  readonly model: EmbeddingModel
  readonly vector: Float32Array
  /** How well the model reads the language of the text, 0 to 1. */
  readonly language: number
  readonly missing: Missing
}

/** How many passages have no vector yet and cannot be found; `some` where the count may not be told. */
export type Missing = number | 'some'

/** Notes as what is looked for, with some of their text, which says in what language they are. */
export interface LikeNotes {
  readonly notes: readonly number[]
  readonly sample: string
  /** Without text there is nothing to make a vector of. */
  readonly hasText: boolean
}

export interface NearOptions {
  readonly condition: CompiledCondition
  readonly limit: number
}

/** Where there is no semantic search at all. */
export const noEmbedder: Unavailable = {
  kind: 'unavailable',
  reason: 'Nothing that could search by meaning is installed.',
  hint: { kind: 'get-embedder' },
}

const tooSlow: Unavailable = {
  kind: 'unavailable',
  reason: 'The model is still being loaded.',
  hint: 'Repeat the search in a moment.',
  isLoading: true,
}

/** The semantic half of search for one vault. */
export class VectorSearch {
  readonly reader: VectorReader
  readonly #openEmbedder: OpenEmbedder
  readonly #forget: (model: string) => Promise<void>
  readonly #roots: readonly string[] | null

  constructor(
    reader: VectorReader,
    openEmbedder: OpenEmbedder,
    /** Has the vectors of a model made again. */
    forget: (model: string) => Promise<void>,
    /** The folders whose notes are searched; null for all. */
    roots: readonly string[] | null = null,
  ) {
    this.reader = reader
    this.#openEmbedder = openEmbedder
    this.#forget = forget
    this.#roots = roots
  }

  /** A search limited to notes below these folders. */
  within(roots: readonly string[]): VectorSearch {
    return new VectorSearch(this.reader, this.#openEmbedder, this.#forget, roots)
  }

  /** The embedder from the settings, where vectors can be stored and searched at all. */
  async embedder(): Promise<Exclude<OpenedEmbedder, { kind: 'unavailable' }> | Unavailable> {
    const opened = await this.#openEmbedder(null)
    if (opened.kind === 'unavailable') return opened
    const fault = await this.reader.fault()
    return fault === null ? opened : { kind: 'unavailable', reason: fault.reason, hint: fault.cure }
  }

  /** Turns a query into a vector, within this time: a search that also has words does not wait for a model to load. */
  async mean(like: { readonly text: string } | LikeNotes, waitMs: number): Promise<Meaning | Unavailable> {
    const meaning = 'text' in like ? this.#mean(like.text) : this.#meanOfNotes(like)
    return (await atMost(waitMs, meaning.catch(toUnavailable))) ?? tooSlow
  }

  /** The notes nearest to a meaning, best first. */
  async nearest({ model, vector }: Meaning, options: NearOptions): Promise<readonly NearNote[]> {
    return await this.#careful(model.id, () =>
      this.reader.ask('nearest', { ...this.#narrowed(options), model: model.id, vector }),
    )
  }

  /** How near these notes are to a meaning, and by the vault's own model; those that one does not know are left out. */
  async marks(
    meant: (Meaning & Pick<OwnToMark, 'notes'>) | null,
    own: OwnToMark | null,
  ): Promise<VectorQuestions['marks']['answer']> {
    // Searches go on without the vault's own model.
    if (meant === null)
      return await this.reader
        .ask('marks', { embedder: null, own })
        .catch(() => ({ embedder: [], own: null }))
    const { model, vector, notes } = meant
    const embedder = { model: model.id, vector, notes }
    return await this.#careful(model.id, () => this.reader.ask('marks', { embedder, own }))
  }

  /**
   * What the vault's own model finds. Searches go on without it, whatever is wrong. A limited view has none: what words there are
   * elsewhere, and beside which others, is what the model is made of.
   */
  async ownNearest(
    like: Like,
    { waitMs, ...options }: NearOptions & { readonly waitMs: number },
  ): Promise<VectorQuestions['ownNearest']['answer']> {
    if (this.#roots !== null) return { standing: 'not needed', found: null }
    try {
      // It takes part where meaning is wanted, and waits no longer for that to be known than the embedder may.
      const opened = await atMost(waitMs, this.embedder())
      if (opened === null || opened.kind === 'unavailable') return { standing: 'not needed', found: null }
      return await this.reader.ask('ownNearest', { ...options, like })
    } catch {
      return { standing: 'unreadable', found: null }
    }
  }

  #narrowed({ condition, limit }: NearOptions): NearOptions {
    if (this.#roots === null) return { condition, limit }
    const below = this.#roots.map(() => '(note.path >= ? AND note.path < ?)').join(' OR ')
    const parameters = this.#roots.flatMap((root) => [`${root}/`, `${root}0`])
    return {
      condition: {
        sql: `(${condition.sql}) AND (${below === '' ? '0' : below})`,
        parameters: [...condition.parameters, ...parameters],
        isBroad: false,
      },
      limit,
    }
  }

  async #meanOfNotes({ notes, sample, hasText }: LikeNotes): Promise<Meaning | Unavailable> {
    const opened = await this.embedder()
    if (opened.kind === 'unavailable') return opened
    const { embedder, missing } = await this.#serving(opened.embedder)
    const { id: model } = embedder.model
    const vector = await this.#careful(model, () => this.reader.ask('meanVector', { model, notes }))
    if (vector === null) return hasText ? noVectorsYet(notes.length) : noText(notes.length)
    return this.#meant(vector, sample, embedder, missing)
  }

  async #mean(text: string): Promise<Meaning | Unavailable> {
    const opened = await this.embedder()
    if (opened.kind === 'unavailable') return opened
    // Look up meanwhile which model searches: it is hardly ever another one.
    const embedding = opened.embedder.embed([text], 'query')
    embedding.catch(() => undefined)
    const { embedder, missing } = await this.#serving(opened.embedder)
    const [vector] = await (embedder === opened.embedder ? embedding : embedder.embed([text], 'query'))
    if (vector === undefined) throw new Error('The embedder gave no vector for a query.')
    return this.#meant(vector, text, embedder, missing)
  }

  #meant(vector: Float32Array, text: string, embedder: Embedder, count: number): Meaning {
    const { model } = embedder
    const language = knowsLanguage(text, model, (one) => embedder.countTokens(one))
    // A limited view may not learn how many are missing elsewhere.
    const missing = this.#roots === null || count === 0 ? count : 'some'
    return { kind: 'meant', model, vector, language, missing }
  }

  /** While vectors of a new model are being made, the old one still searches, if available. */
  async #serving(wanted: Embedder): Promise<{ readonly embedder: Embedder; readonly missing: number }> {
    const { id } = wanted.model
    const { complete, missing } = await this.#careful(id, () => this.reader.ask('standing', { model: id }))
    if (complete === null || complete === id) return { embedder: wanted, missing }
    const old = await this.#openEmbedder(complete)
    return old.kind === 'ready' && old.embedder.model.id === complete
      ? { embedder: old.embedder, missing }
      : { embedder: wanted, missing: await this.reader.ask('count', { model: id }) }
  }

  async #careful<Answer>(model: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof DamagedVectors) await this.#forget(model).catch(() => undefined)
      throw new VectorsFailed(error)
    }
  }
}

function noVectorsYet(count: number): Unavailable {
  const reason = count === 1 ? 'This note has no vectors yet.' : 'None of these notes has vectors yet.'
  return { kind: 'unavailable', reason, hint: { kind: 'count-passages' } }
}

function noText(count: number): Unavailable {
  const reason = count === 1 ? 'This note has no text.' : 'None of these notes has text.'
  return { kind: 'unavailable', reason, hint: 'A search for its title finds what it may be about.' }
}

function toUnavailable(error: unknown): Unavailable {
  if (error instanceof VectorsFailed) return error.unavailable
  if (error instanceof DamagedVectors) {
    return {
      kind: 'unavailable',
      reason: 'The stored vectors were damaged and are being made anew.',
      hint: { kind: 'wait-for-vectors' },
    }
  }
  if (error instanceof EmbedderFailure) return { kind: 'unavailable', reason: error.reason, hint: error.hint }
  return {
    kind: 'unavailable',
    reason: `Searching by meaning failed: ${messageOf(error)}`,
    hint: ['Words are searched meanwhile.', { kind: 'see-doctor', to: 'see what may be wrong' }],
  }
}
