import { NoteReader } from '../embed/own/note-vectors.ts'
import { OwnMemory } from '../embed/own/own-memory.ts'
import { learnTerms, type OwnTerm } from '../embed/own/own-terms.ts'
import type { SharedTerms } from '../embed/own/shared-terms.ts'
import { TermCounts } from '../embed/own/term-counts.ts'
import { writerCacheKb, type IndexDatabase } from '../index-db/open-index.ts'
import {
  readKeys,
  readNextTerms,
  readStarts,
  readTexts,
  type OwnStep,
  type OwnVector,
} from '../index-db/own-model-rows.ts'
import { collectGarbage } from '../runtime/collect-garbage.ts'

/** So many notes, spread over all, teach as much as more do. `SharedTerms` takes 8,192. */
const mostLearned = 6_000
/** Of a longer note the beginning teaches. */
const longestLearned = 50_000
const notesPerStep = 25
const termsPerStep = 500
/** Notes are read in their order, and each page once: what is kept of them serves nothing. */
const makingCacheKb = 1_000

/**
 * Makes a model of the notes in an index: what is to be stored, step by step, each before the next is asked for. Null is
 * a while without anything to store.
 */
export function* makeOwnModel(db: IndexDatabase): Generator<OwnStep | null> {
  db.pragma(`cache_size = -${makingCacheKb}`)
  try {
    const dimensions = yield* learn(db)
    collectGarbage()
    const reader = new NoteReader(dimensions, () => undefined)
    // All at once they take a tenth of the time that looking for each takes.
    for (const { term, numbers } of readNextTerms(db)) reader.learn(term, numbers)
    yield null
    for (const texts of readTexts(db, notesPerStep)) {
      const vectors = texts.map(({ note, hash, ...text }): OwnVector => ({
        note,
        hash,
        ...reader.read(text),
      }))
      yield { kind: 'vectors', vectors }
    }
    yield { kind: 'finish' }
  } finally {
    // The file may have been replaced meanwhile.
    if (db.open) db.pragma(`cache_size = -${writerCacheKb}`)
  }
}

/** Stores what is known of each term; in how many dimensions. */
function* learn(db: IndexDatabase): Generator<OwnStep | null, number> {
  const memory = new OwnMemory()
  const notes = db.prepare<[], number>('SELECT count(*) FROM note').pluck().get() ?? 0
  const shared = yield* countTerms(db, notes, memory)
  collectGarbage()
  const { dimensions, terms } = yield* pausing(learnTerms(shared, memory))
  yield { kind: 'begin', dimensions, notes }
  for (const some of inParts(terms)) yield { kind: 'terms', terms: some }
  return dimensions
}

function* countTerms(db: IndexDatabase, all: number, memory: OwnMemory): Generator<null, SharedTerms> {
  const counts = new TermCounts(memory)
  yield* readSample(db, all, (...texts) => {
    counts.add(...texts)
  })
  return yield* pausing(counts.share())
}

function* pausing<Result>(work: Generator<void, Result>): Generator<null, Result> {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
    yield null
  }
}

function* readSample(
  db: IndexDatabase,
  all: number,
  use: (title: string, body: string) => void,
): Generator<null> {
  const every = Math.max(1, all / mostLearned)
  let learned = 0
  let seen = 0
  for (const keys of readKeys(db, notesPerStep)) {
    const chosen = keys.filter(() => {
      seen++
      // Notes may have come since they were counted.
      if (learned * every >= seen || learned === mostLearned) return false
      learned++
      return true
    })
    for (const { title, body } of readStarts(db, chosen, longestLearned)) use(title, body)
    yield null
  }
}

function* inParts(terms: Iterable<OwnTerm>): Generator<readonly OwnTerm[]> {
  let some: OwnTerm[] = []
  for (const term of terms) {
    some.push(term)
    if (some.length < termsPerStep) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
