import { NoteReader } from '../embed/own/note-vectors.ts'
import { learnTerms } from '../embed/own/own-terms.ts'
import { TermCounts } from '../embed/own/term-counts.ts'
import type { IndexDatabase } from '../index-db/open-index.ts'
import { readTexts, type OwnStep, type OwnVector } from '../index-db/own-model-rows.ts'

/** So many notes, spread over all, teach as much as more do. */
const mostLearned = 6_000
/** Of a longer note the beginning teaches. */
const longestLearned = 50_000
const notesPerStep = 100
const termsPerStep = 1_000

/** Makes a model of the notes in an index: what is to be stored, step by step. */
export function* makeOwnModel(db: IndexDatabase): Generator<OwnStep> {
  const counts = new TermCounts()
  const all = db.prepare<[], number>('SELECT count(*) FROM note').pluck().get() ?? 0
  const every = Math.max(1, all / mostLearned)
  let learned = 0
  let seen = 0
  for (const texts of pages(db)) {
    for (const { title, body } of texts) {
      seen++
      if (learned * every >= seen) continue
      learned++
      counts.add(`${title}\n${body.slice(0, longestLearned)}`)
    }
  }
  const { dimensions, terms } = learnTerms(counts.share())
  yield { kind: 'begin', dimensions, notes: all }
  for (let start = 0; start < terms.length; start += termsPerStep)
    yield { kind: 'terms', terms: terms.slice(start, start + termsPerStep) }
  const known = new Map(terms.map(({ term, numbers }) => [term, numbers]))
  const reader = new NoteReader(dimensions, (term) => known.get(term))
  for (const texts of pages(db)) {
    const vectors = texts.map(({ note, hash, ...text }): OwnVector => ({ note, hash, ...reader.read(text) }))
    yield { kind: 'vectors', vectors }
  }
  yield { kind: 'finish' }
}

function* pages(db: IndexDatabase) {
  for (let after = 0; ;) {
    const texts = readTexts(db, after, notesPerStep)
    const last = texts.at(-1)
    if (last === undefined) return
    yield texts
    after = last.note
  }
}
