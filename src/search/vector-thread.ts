import { parentPort } from 'node:worker_threads'
import { OwnMemory } from '../embed/own/own-memory.ts'
import { findNearest, readMeanVector, readSigns, scoreNotes } from '../index-db/nearest-queries.ts'
import { keepStatements } from '../index-db/kept-statements.ts'
import {
  isDamage,
  loadSqlite,
  openIndexForReading,
  openInMemory,
  type IndexDatabase,
} from '../index-db/open-index.ts'
import { readOwnState, type OwnState } from '../index-db/own-model-rows.ts'
import { countMissing, countPending, listLacking, listPending } from '../index-db/pending-queries.ts'
import { SignTable } from '../index-db/sign-blocks.ts'
import { readModels, type StoredModel } from '../index-db/vector-tables.ts'
import { identityOf } from '../own-files/database-files.ts'
import { isLoadError, loadFault, parts, type Fault, type Part } from '../model/load-fault.ts'
import { givenToThread } from '../runtime/native-thread.ts'
import { ownStanding } from './own-standing.ts'
import { OwnVectors, type OwnMarks, type OwnToMark } from './own-vectors.ts'
import { warmVectors } from './warm-vectors.ts'
import type { VectorQuestion, VectorQuestions, VectorReply, VectorRequest } from './vector-messages.ts'
import { messageOf } from '../model/error-code.ts'

// Entry of the thread that searches vectors, which may take longer than the event loop can wait.
const file = String(givenToThread())
loadSqlite()
/** Lets a database search vectors; null where that is not possible here. */
let extend: ((db: IndexDatabase) => void) | null = null

/** Vectors are read ahead after this long without a question. */
const quietMs = 100
let askedAt = 0
/** The model whose vectors were read ahead of the first search. */
let warmed: string | null = null
let opened: { readonly db: IndexDatabase; readonly identity: string | null } | null = null
let signTable: SignTable | undefined

/** The last answer about a model, until another connection writes to the index. */
class Remembered<Answer> {
  #last: { readonly key: string; readonly answer: Answer } | null = null

  get(db: IndexDatabase, model: string, read: () => Answer): Answer {
    const key = `${model} ${String(db.pragma('data_version', { simple: true }))}`
    if (this.#last?.key !== key) this.#last = { key, answer: read() }
    return this.#last.answer
  }
}

let kept = newMemory()

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

const answers: Answers = {
  nearest: (asked, db) => findNearest(db, asked, signsOf(db, asked.model)),
  marks: ({ embedder, own: byOwn }, db) => ({
    embedder: embedder === null ? [] : scoreNotes(db, embedder),
    own: byOwn === null ? null : ownMarks(db, byOwn),
  }),
  meanVector: ({ model, notes }, db) => readMeanVector(db, model, notes),
  ownNearest: (asked, db) => ({ standing: ownStanding(ownStateOf(db)), found: kept.own.nearest(db, asked) }),
  ownState: (_asked, db) => ownStateOf(db),
  ownFold: ({ limit }, db) => kept.own.fold(db, limit),
  lacking: (asked, db) => listLacking(db, asked),
  pending: (asked, db) => listPending(db, asked),
  count: ({ model }, db) => kept.pending.get(db, model, () => countPending(db, model)),
  standing: ({ model }, db) => {
    const complete = readModels(db).find(({ is_ready: isReady }) => isReady === 1)?.name ?? null
    // Asked for with every search, and slow while many are missing.
    const searched = complete ?? model
    return { complete, missing: kept.missing.get(db, searched, () => countMissing(db, searched)) }
  },
  models: (_asked, db) => {
    const models = readModels(db)
    const searched = models.find(({ is_ready: isReady }) => isReady === 1)
    if (searched !== undefined && searched.name !== warmed) warm(db, searched)
    return models
  },
}

/** Runs while nothing is asked. */
function warm(db: IndexDatabase, model: StoredModel): void {
  warmed = model.name
  const steps = warmVectors(db, model, { own: kept.own, readSigns: () => signsOf(db, model.name) })
  const next = () => {
    const waitMs = askedAt + quietMs - performance.now()
    try {
      if (waitMs > 0) setTimeout(next, waitMs)
      else if (opened?.db === db && steps.next().done !== true) setImmediate(next)
    } catch {
      // A search will report what is wrong.
    }
  }
  setImmediate(next)
}

function ownStateOf(db: IndexDatabase): OwnState {
  return kept.ownStates.get(db, '', () => readOwnState(db))
}

/** Searches go on without it, whatever is wrong. */
function ownMarks(db: IndexDatabase, asked: OwnToMark): OwnMarks | null {
  try {
    return kept.own.marks(db, asked)
  } catch {
    return null
  }
}

function signsOf(db: IndexDatabase, model: string): SignTable {
  return kept.signs.get(db, model, () => readSigns(db, model, signTable))
}

/** Null once there are the extension, a table of signs, and what reads the vault's own model. */
async function loadParts(): Promise<Fault | null> {
  let part: Part = parts.vectors
  try {
    const { load } = await import('sqlite-vec')
    const trial = openInMemory()
    load(trial)
    trial.close()
    part = parts.nearness
    signTable = new SignTable()
    part = parts.ownModel
    new OwnMemory().take(1)
    extend = load
    return null
  } catch (error) {
    return loadFault(part === parts.vectors && isLoadError(error) ? parts.sqlite : part, error)
  }
}

/** The index as it is now: it may have been replaced since the last question. */
function currentIndex(): IndexDatabase {
  const identity = identityOf(file)
  if (opened !== null && opened.identity === identity) return opened.db
  opened?.db.close()
  const db = openIndexForReading(file)
  extend?.(db)
  keepStatements(db)
  opened = { db, identity }
  kept = newMemory()
  warmed = null
  return db
}

function hear<Question extends VectorQuestion>({ id, question, asked }: VectorRequest<Question>): void {
  askedAt = performance.now()
  try {
    const db = currentIndex()
    // One transaction, so that all of an answer's statements see one state of the index.
    reply({ kind: 'answer', id, answer: db.transaction(() => answers[question](asked, db))() })
  } catch (error) {
    reply({ kind: 'failed', id, message: messageOf(error), isDamage: isDamage(error) })
  }
}

function reply(message: VectorReply): void {
  parentPort?.postMessage(message)
}

async function begin(): Promise<void> {
  const fault = await loadParts()
  parentPort?.on('message', (request: VectorRequest) => {
    hear(request)
  })
  reply({ kind: 'loaded', fault })
}

void begin()
