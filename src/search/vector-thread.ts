import { parentPort, workerData } from 'node:worker_threads'
import { findNearest, readNoteVector, scoreNotes } from '../index-db/nearest-queries.ts'
import { identityOf, isDamage, openIndexForReading, type IndexDatabase } from '../index-db/open-index.ts'
import { countPending, listPending } from '../index-db/pending-queries.ts'
import { readModels } from '../index-db/vector-tables.ts'
import type { VectorQuestion, VectorQuestions, VectorReply, VectorRequest } from './vector-messages.ts'

// Entry of the thread that looks through vectors, which may take longer than the event loop can wait.
const file = String(workerData)
const extension = await loadExtension()

let opened: { readonly db: IndexDatabase; readonly identity: string | null } | null = null
let counted: { readonly key: string; readonly count: number } | null = null

type Answers = {
  readonly [Question in VectorQuestion]: (
    asked: VectorQuestions[Question]['asked'],
    db: IndexDatabase,
  ) => VectorQuestions[Question]['answer']
}

const answers: Answers = {
  nearest: (asked, db) => findNearest(db, asked),
  scores: (asked, db) => scoreNotes(db, asked),
  related: ({ note, condition, ...asked }, db) => {
    const vector = readNoteVector(db, asked.model, note)
    if (vector === null) return null
    const found = findNearest(db, { ...asked, vector, condition, limit: asked.limit + 1 })
    return found.filter((near) => near.note !== note).slice(0, asked.limit)
  },
  pending: (asked, db) => listPending(db, asked),
  // Asked for with every search, and slow while much is pending: counted again only when something was written.
  count: ({ model }, db) => {
    const key = `${model} ${String(db.pragma('data_version', { simple: true }))}`
    if (counted?.key !== key) counted = { key, count: countPending(db, model) }
    return counted.count
  },
  models: (_asked, db) => readModels(db),
}

async function loadExtension(): Promise<{ readonly load: (db: IndexDatabase) => void } | string> {
  try {
    const { load } = await import('sqlite-vec')
    load(openIndexForReading(file))
    return { load }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The index as it is now: it may have been replaced since the last question. */
function currentIndex(): IndexDatabase {
  const identity = identityOf(file)
  if (opened !== null && opened.identity === identity) return opened.db
  opened?.db.close()
  const db = openIndexForReading(file)
  // The system keeps what is read again and again in memory anyway: this spares the copying.
  db.pragma('mmap_size = 1000000000')
  if (typeof extension !== 'string') extension.load(db)
  opened = { db, identity }
  counted = null
  return db
}

function answer<Question extends VectorQuestion>({ id, question, asked }: VectorRequest<Question>): void {
  try {
    const db = currentIndex()
    // One state of the index for all of an answer's statements.
    reply({ kind: 'answer', id, answer: db.transaction(() => answers[question](asked, db))() })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    reply({ kind: 'failed', id, message, isDamage: isDamage(error) })
  }
}

function reply(message: VectorReply): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', (request: VectorRequest) => {
  answer(request)
})
reply({ kind: 'loaded', problem: typeof extension === 'string' ? extension : null })
