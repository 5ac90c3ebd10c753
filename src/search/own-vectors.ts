import { nearestWindow, NoteReader } from '../embed/own/note-vectors.ts'
import { TermSplitter } from '../embed/own/split-terms.ts'
import type { FindTerm } from '../embed/own/term-vectors.ts'
import { textVector, type TextVector } from '../embed/own/text-vector.ts'
import type { NearestQuery, NearNote } from '../index-db/nearest-queries.ts'
import type { IndexDatabase } from '../index-db/open-index.ts'
import {
  ownTables,
  readOwnModel,
  readUnfolded,
  type OwnModelRow,
  type OwnVector,
} from '../index-db/own-model-rows.ts'
import { DirectionTable, type Nearness, type Neighbours } from './direction-table.ts'

/** What others are compared with: a text, or what some notes have in common. */
export type Like = { readonly text: string } | { readonly notes: readonly number[] }

export interface OwnQuery extends Pick<NearestQuery, 'condition' | 'limit'> {
  readonly like: Like
}

/** What the vault's own model found. */
export interface OwnNear {
  /** Of how many notes the model was made: how much it can know. */
  readonly notes: number
  /** How much of the question it knows, 0 to 1; all or nothing of notes. */
  readonly known: number
  readonly near: readonly NearNote[]
}

/** The notes to mark, and those `among` which the likest to each other are wanted; null for none. */
export interface OwnToMark {
  readonly notes: readonly number[]
  readonly like: Like
  readonly among: readonly number[] | null
}

export interface OwnMarks {
  readonly near: readonly NearNote[]
  /** Null where they are not wanted. */
  readonly neighbours: Neighbours | null
}

interface Kept {
  readonly made: number
  readonly version: number
  readonly directions: DirectionTable
}

/** Notes looked at more closely, for each that is wanted. */
const promising = 2
const mostNeighbours = 5

/** Searches by the vault's own model, whose directions of notes it keeps in memory: 200 bytes for each. */
export class OwnVectors {
  readonly #splitter = new TermSplitter((term) => term)
  #kept: Kept | null = null
  #asked: { readonly made: number; readonly text: string; readonly vector: TextVector } | null = null
  #reader: { readonly made: number; readonly reader: NoteReader } | null = null

  /** The notes that fit and are nearest, best first; null where there is no model. */
  nearest(db: IndexDatabase, { like, ...wanted }: OwnQuery): OwnNear | null {
    const model = readOwnModel(db)
    if (model === null) return null
    const { vector, known } = this.#vectorOf(db, model, like)
    const near = known === 0 ? [] : this.#nearestTo(db, model, vector, wanted)
    return { notes: model.notes, known, near }
  }

  /** How near some notes are, and which of some are likest to each other; null where there is no model. */
  marks(db: IndexDatabase, { like, notes, among }: OwnToMark): OwnMarks | null {
    const model = readOwnModel(db)
    if (model === null) return null
    const { vector, known } = this.#vectorOf(db, model, like)
    const { directions } = this.#directions(db, model)
    return {
      near: known === 0 ? [] : withWindows(db, model, vector, directions.cosines(notes, vector)),
      neighbours: among === null ? null : directions.neighbours(among, mostNeighbours),
    }
  }

  /** The vectors of some notes that the model does not know yet. */
  fold(db: IndexDatabase, limit: number): readonly OwnVector[] {
    const model = readOwnModel(db)
    if (model === null) return []
    const reader = this.#readerOf(db, model)
    return readUnfolded(db, model, limit).map(({ note, hash, ...text }) => ({
      note,
      hash,
      ...reader.read(text),
    }))
  }

  #readerOf(db: IndexDatabase, model: OwnModelRow): NoteReader {
    const { made, dimensions } = model
    if (this.#reader?.made !== made)
      this.#reader = { made, reader: new NoteReader(dimensions, termFinder(db, model)) }
    return this.#reader.reader
  }

  #vectorOf(db: IndexDatabase, model: OwnModelRow, like: Like): TextVector {
    if ('notes' in like) return this.#meanOf(db, model, like.notes)
    const { made, dimensions } = model
    // A search asks twice about its question.
    if (this.#asked?.made !== made || this.#asked.text !== like.text) {
      const vector = textVector(this.#splitter.split(like.text), dimensions, termFinder(db, model))
      this.#asked = { made, text: like.text, vector }
    }
    return this.#asked.vector
  }

  /** The mean direction of some notes, each of which counts as much. */
  #meanOf(db: IndexDatabase, model: OwnModelRow, notes: readonly number[]): TextVector {
    const { directions } = this.#directions(db, model)
    const mean = new Float32Array(model.dimensions)
    for (const note of notes) {
      const direction = directions.find(note)
      const length = direction === null ? 0 : Math.hypot(...direction)
      if (length > 0) direction?.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / length))
    }
    const length = Math.hypot(...mean)
    return length === 0
      ? { vector: mean, known: 0 }
      : { vector: mean.map((value) => value / length), known: 1 }
  }

  #nearestTo(
    db: IndexDatabase,
    model: OwnModelRow,
    vector: Float32Array,
    { condition, limit }: Omit<OwnQuery, 'like'>,
  ): readonly NearNote[] {
    const fits = db
      .prepare<unknown[], number>(
        condition.isBroad
          ? `SELECT note.id FROM json_each(?) AS chosen CROSS JOIN note ON note.id = chosen.value WHERE ${condition.sql}`
          : `SELECT note.id FROM note WHERE ${condition.sql}`,
      )
      .pluck()
    const wanted = condition.isBroad ? null : new Set(fits.all(...condition.parameters))
    const { directions } = this.#directions(db, model)
    // Of the nearest nearly all fit; where they do not, more are asked for.
    for (let most = limit * promising; ; most *= 4) {
      const some = directions.nearest(vector, most, wanted)
      const passed =
        wanted ?? new Set(fits.all(JSON.stringify(some.map(({ note }) => note)), ...condition.parameters))
      const fitting = some.filter(({ note }) => passed.has(note))
      if (fitting.length < limit && some.length === most) continue
      return withWindows(db, model, vector, fitting.slice(0, limit * promising)).slice(0, limit)
    }
  }

  /** The directions of all notes: those that were folded in since the last time are read anew. */
  #directions(db: IndexDatabase, { slot, made, version, dimensions, notes }: OwnModelRow): Kept {
    const kept = this.#kept?.made === made ? this.#kept : null
    if (kept?.version === version) return kept
    const { vectors } = ownTables(slot)
    const since = kept === null ? '' : `WHERE version > 0 AND version > ${kept.version}`
    const rows = db.prepare<[], Pick<OwnVector, 'note' | 'whole'>>(
      `SELECT note, whole FROM ${vectors} ${since}`,
    )
    const directions = kept?.directions ?? new DirectionTable(dimensions, notes)
    for (const { note, whole } of rows.iterate()) directions.put(note, whole)
    this.#kept = { made, version, directions }
    return this.#kept
  }
}

function termFinder(db: IndexDatabase, { slot }: OwnModelRow): FindTerm {
  const find = db
    .prepare<[string], Uint8Array>(`SELECT numbers FROM ${ownTables(slot).terms} WHERE term = ?`)
    .pluck()
  return (term) => find.get(term)
}

/** Long notes are as near as they are as a whole and in their nearest part, half and half. Best first. */
function withWindows(
  db: IndexDatabase,
  { slot }: OwnModelRow,
  vector: Float32Array,
  notes: readonly Nearness[],
): readonly NearNote[] {
  // In the order in which they are stored.
  const inOrder = notes.map(({ note }) => note).sort((one, other) => one - other)
  const rows = db
    .prepare<[string], [number, Uint8Array]>(
      `SELECT v.note, v.windows FROM json_each(?) AS wanted CROSS JOIN ${ownTables(slot).vectors} v ON v.note = wanted.value
       WHERE v.windows IS NOT NULL`,
    )
    .raw()
    .all(JSON.stringify(inOrder))
  const best = new Map(rows.map(([note, windows]) => [note, nearestWindow(windows, vector)]))
  return notes
    .map(({ note, cosine }): NearNote => {
      const part = best.get(note) ?? null
      return part === null
        ? { note, cosine, start: 0, end: wholeText }
        : { note, cosine: (cosine + part.cosine) / 2, start: part.start, end: part.end }
    })
    .sort((one, other) => other.cosine - one.cosine || one.note - other.note)
}

const wholeText = Number.MAX_SAFE_INTEGER
