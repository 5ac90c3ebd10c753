import { findNearest, readMeanVector, readSigns, scoreNotes } from '../index-db/nearest-queries.ts'
import { keepStatements } from '../index-db/kept-statements.ts'
import { isDamage, openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'
import { readOwnState, type OwnState } from '../index-db/own-model-rows.ts'
import { countMissing, countPending, listLacking, listPending } from '../index-db/pending-queries.ts'
import type { SignTable } from '../index-db/sign-blocks.ts'
import { readModels, type StoredModel } from '../index-db/vector-tables.ts'
import { messageOf } from '../model/error-code.ts'
import { identityOf } from '../own-files/database-files.ts'
import { ownStanding } from './own-standing.ts'
import { OwnVectors, type OwnMarks, type OwnToMark } from './own-vectors.ts'
import type { VectorQuestion, VectorQuestions, VectorReply, VectorRequest } from './vector-messages.ts'
import { warmVectors } from './warm-vectors.ts'

/** Lets a database search vectors; null where that is not possible here. */
export type ExtendDatabase = ((db: IndexDatabase) => void) | null

/** Vectors are read ahead after this long without a question. */
const quietMs = 100

/** The last answer about a model, until another connection writes to the index. */
class Remembered<Answer> {
  #last: { readonly key: string; readonly answer: Answer } | null = null

  get(db: IndexDatabase, model: string, read: () => Answer): Answer {
    const key = `${model} ${String(db.pragma('data_version', { simple: true }))}`
    if (this.#last?.key !== key) this.#last = { key, answer: read() }
    return this.#last.answer
  }
}

/** What is kept of one index. */
function newMemory() {
  return {
    pending: new Remembered<number>(),
    missing: new Remembered<number>(),
    // Four megabytes for sixty thousand passages: reading them takes as long as searching them.
    signs: new Remembered<SignTable>(),
    own: new OwnVectors(),
    // Counts every note, and is asked for with every search.
    ownStates: new Remembered<OwnState>(),
  }
}

type Answers = {
  readonly [Question in VectorQuestion]: (
    asked: VectorQuestions[Question]['asked'],
    db: IndexDatabase,
  ) => VectorQuestions[Question]['answer']
}

/** Answers what is asked of one vault's vectors. */
export class VectorDesk {
  readonly #file: string
  readonly #extend: ExtendDatabase
  readonly #answers: Answers = {
    nearest: (asked, db) => findNearest(db, asked, this.#signsOf(db, asked.model)),
    marks: ({ embedder, own }, db) => ({
      embedder: embedder === null ? [] : scoreNotes(db, embedder),
      own: own === null ? null : this.#ownMarks(db, own),
    }),
    meanVector: ({ model, notes }, db) => readMeanVector(db, model, notes),
    ownNearest: (asked, db) => ({
      standing: ownStanding(this.#ownStateOf(db)),
      found: this.#kept.own.nearest(db, asked),
    }),
    ownState: (_asked, db) => this.#ownStateOf(db),
    ownFold: ({ limit }, db) => this.#kept.own.fold(db, limit),
    lacking: (asked, db) => listLacking(db, asked),
    pending: (asked, db) => listPending(db, asked),
    count: ({ model }, db) => this.#kept.pending.get(db, model, () => countPending(db, model)),
    standing: ({ model }, db) => {
      const complete = readModels(db).find(({ is_ready: isReady }) => isReady === 1)?.name ?? null
      // Asked for with every search, and slow while many are missing.
      const searched = complete ?? model
      return { complete, missing: this.#kept.missing.get(db, searched, () => countMissing(db, searched)) }
    },
    models: (_asked, db) => {
      const models = readModels(db)
      const searched = models.find(({ is_ready: isReady }) => isReady === 1)
      if (searched !== undefined && searched.name !== this.#warmed) this.#warm(db, searched)
      return models
    },
  }
  #askedAt = 0
  /** The model whose vectors were read ahead of the first search. */
  #warmed: string | null = null
  #opened: { readonly db: IndexDatabase; readonly identity: string | null } | null = null
  #signTable: SignTable | undefined
  #kept = newMemory()

  constructor(file: string, extend: ExtendDatabase) {
    this.#file = file
    this.#extend = extend
  }

  answer<Question extends VectorQuestion>({ id, question, asked }: VectorRequest<Question>): VectorReply {
    this.#askedAt = performance.now()
    try {
      const db = this.#currentIndex()
      // One transaction, so that all of an answer's statements see one state of the index.
      return { kind: 'answer', id, answer: db.transaction(() => this.#answers[question](asked, db))() }
    } catch (error) {
      return { kind: 'failed', id, message: messageOf(error), isDamage: isDamage(error) }
    }
  }

  close(): void {
    this.#opened?.db.close()
    this.#opened = null
  }

  /** The index as it is now: it may have been replaced since the last question. */
  #currentIndex(): IndexDatabase {
    const identity = identityOf(this.#file)
    if (this.#opened !== null && this.#opened.identity === identity) return this.#opened.db
    this.close()
    const db = openIndexForReading(this.#file)
    this.#extend?.(db)
    keepStatements(db)
    this.#opened = { db, identity }
    this.#kept = newMemory()
    this.#warmed = null
    return db
  }

  /** Runs while nothing is asked. */
  #warm(db: IndexDatabase, model: StoredModel): void {
    this.#warmed = model.name
    const steps = warmVectors(db, model, {
      own: this.#kept.own,
      readSigns: () => this.#signsOf(db, model.name),
    })
    const next = () => {
      const waitMs = this.#askedAt + quietMs - performance.now()
      try {
        if (waitMs > 0) setTimeout(next, waitMs)
        else if (this.#opened?.db === db && steps.next().done !== true) setImmediate(next)
      } catch {
        // A search will report what is wrong.
      }
    }
    setImmediate(next)
  }

  #ownStateOf(db: IndexDatabase): OwnState {
    return this.#kept.ownStates.get(db, '', () => readOwnState(db))
  }

  /** Searches go on without it, whatever is wrong. */
  #ownMarks(db: IndexDatabase, asked: OwnToMark): OwnMarks | null {
    try {
      return this.#kept.own.marks(db, asked)
    } catch {
      return null
    }
  }

  #signsOf(db: IndexDatabase, model: string): SignTable {
    return this.#kept.signs.get(db, model, () => (this.#signTable = readSigns(db, model, this.#signTable)))
  }
}
