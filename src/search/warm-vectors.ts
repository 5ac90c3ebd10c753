import { findNearest, scoreNotes } from '../index-db/nearest-queries.ts'
import type { IndexDatabase } from '../index-db/open-index.ts'
import type { SignTable } from '../index-db/sign-blocks.ts'
import { vectorTables, type StoredModel } from '../index-db/vector-tables.ts'
import type { OwnVectors } from './own-vectors.ts'

const passagesPerStep = 512
// The newest pages come first; more than this is not read for a search that may never come.
const mostBytes = 256_000_000
/** Searches until their code is compiled. */
const mostSearches = 24
const everyNote = { sql: '1', parameters: [], isBroad: true } as const

/** Does in small steps what makes a first search slow: has the vectors read from disk and its code compiled. */
export function* warmVectors(
  db: IndexDatabase,
  model: StoredModel,
  { own, readSigns }: { readonly own: OwnVectors; readonly readSigns: () => SignTable },
): Generator<void> {
  const { exact } = vectorTables(model)
  const last = db.prepare<[], number>(`SELECT max(passage) FROM ${exact}`).pluck().get() ?? 0
  const most = Math.min(last, Math.floor(mostBytes / (model.dimensions * 4)))
  const readPages = db.prepare<[number, number]>(
    `SELECT sum(length(numbers)) FROM ${exact} WHERE passage > ? AND passage <= ?`,
  )
  const readOne = db
    .prepare<[number], Uint8Array>(`SELECT numbers FROM ${exact} WHERE passage > ? LIMIT 1`)
    .pluck()
  for (let passage = 0, step = 0; passage < most || step < mostSearches; passage += passagesPerStep, step++) {
    if (passage < most) readPages.get(passage, passage + passagesPerStep)
    yield
    const numbers = step < mostSearches ? readOne.get((step * 7_919) % Math.max(1, last)) : undefined
    if (numbers === undefined) continue
    const vector = new Float32Array(numbers.slice().buffer)
    const near = findNearest(db, { model: model.name, vector, condition: everyNote, limit: 100 }, readSigns())
    const notes = near.map(({ note }) => note)
    scoreNotes(db, { model: model.name, vector, notes })
    yield
    const like = { notes: notes.slice(0, 1) }
    own.nearest(db, { like, condition: everyNote, limit: 100 })
    own.marks(db, { like, notes, among: notes })
    yield
  }
}
