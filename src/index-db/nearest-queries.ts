import type { IndexDatabase } from './open-index.ts'
import { SignTable, type SignBlock } from './sign-blocks.ts'
import { bytesOf, readModel, vectorTables, type StoredModel } from './vector-tables.ts'

// A given list is joined with CROSS JOIN, which keeps it as the outer loop: SQLite might believe the table to be small,
// from outdated statistics, and read the whole list once per row.

/** A condition on the table `note`, compiled. Plain data: it crosses to the search thread. */
export interface CompiledCondition {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** True when nearly every note fits, as when only the archive is left out. */
  readonly isBroad: boolean
}

export interface NearestQuery {
  readonly model: string
  readonly vector: Float32Array
  readonly condition: CompiledCondition
  /** Most notes to find. */
  readonly limit: number
}

/** A note with the nearest of its chunks. */
export interface NearNote {
  readonly note: number
  /** Cosine of the angle between the vectors: 1 is the same direction. */
  readonly cosine: number
  /** Where that chunk lies in the text of the note. */
  readonly start: number
  readonly end: number
}

/** Up to this many vectors are compared whole. Among more their signs preselect, a hundred times as fast. */
export const mostComparedWhole = 4_000
/** Passages looked at per wanted note: signs alone rank some too low. */
const promising = 3
/** A query for fewer notes than this gets the same first ones as one for this many. */
const fewest = 60

/** Reads the signs of a model's vectors, for `findNearest`; valid until something is written to the index. */
export function readSigns(db: IndexDatabase, name: string, table = new SignTable()): SignTable {
  const model = readModel(db, name)
  const rows =
    model === null
      ? []
      : db.prepare<[], SignBlock>(`SELECT id, bytes FROM ${vectorTables(model).signs}`).iterate()
  table.fill(model?.dimensions ?? 0, rows)
  return table
}

/** The notes that fit the condition and are nearest to a vector, best first. Needs sqlite-vec in the connection. */
export function findNearest(db: IndexDatabase, query: NearestQuery, signs: SignTable): readonly NearNote[] {
  const model = readModel(db, query.model)
  if (model === null) return []
  // Nearly all of the most promising belong to notes that fit; where they do not, look at more.
  for (let most = Math.max(query.limit, fewest) * promising; ; most *= 4) {
    const { passages, total } = choosePassages(db, signs, { ...query, most })
    const nearest = notesOf(db, query, compareWhole(db, model, query.vector, passages))
    if (nearest.length >= query.limit || passages.length >= total) return nearest
  }
}

/** The cosines of these notes, each by its nearest chunk; a note without vectors is left out. */
export function scoreNotes(
  db: IndexDatabase,
  {
    model: name,
    vector,
    notes,
  }: Pick<NearestQuery, 'model' | 'vector'> & { readonly notes: readonly number[] },
): readonly NearNote[] {
  const model = readModel(db, name)
  if (model === null || notes.length === 0) return []
  const { exact } = vectorTables(model)
  return db
    .prepare<unknown[], NearNote>(
      // SQLite takes the other columns from the row with the maximum.
      `SELECT c.note, max(1 - vec_distance_cosine(v.numbers, ?)) AS cosine, c.start, c.end
       FROM json_each(?) AS wanted CROSS JOIN chunk c ON c.note = wanted.value
       CROSS JOIN ${exact} v ON v.passage = c.passage
       GROUP BY c.note`,
    )
    .all(bytesOf(vector), JSON.stringify(notes))
}

/** The mean direction of the chunks of some notes, each of which counts as much; null while none has a vector. */
export function readMeanVector(
  db: IndexDatabase,
  name: string,
  notes: readonly number[],
): Float32Array | null {
  const model = readModel(db, name)
  if (model === null) return null
  const read = db
    .prepare<[number], Uint8Array>(
      `SELECT v.numbers FROM chunk c JOIN ${vectorTables(model).exact} v ON v.passage = c.passage WHERE c.note = ?`,
    )
    .pluck()
  const sum = new Float32Array(model.dimensions)
  for (const note of notes) addTo(sum, unitSum(read.all(note), model.dimensions))
  return toUnit(sum)
}

function unitSum(rows: readonly Uint8Array[], dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions)
  // A copy, because a row may begin at an unaligned address.
  for (const row of rows) addTo(sum, new Float32Array(row.slice().buffer))
  return toUnit(sum) ?? sum
}

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0)
}

function toUnit(vector: Float32Array): Float32Array | null {
  const length = Math.hypot(...vector)
  return length === 0 ? null : vector.map((value) => value / length)
}

/**
 * The passages to compare whole, and out of how many. Where few notes are left out they are chosen from all, and the
 * caller must check the notes they belong to.
 */
function choosePassages(
  db: IndexDatabase,
  signs: SignTable,
  { condition: { sql, parameters, isBroad }, vector, most }: NearestQuery & { readonly most: number },
): { readonly passages: readonly number[]; readonly total: number } {
  const wanted = isBroad ? null : passagesOf(db, sql, parameters)
  if (wanted !== null && wanted.size <= mostComparedWhole)
    return { passages: [...wanted], total: wanted.size }
  const isSmall = signs.places <= mostComparedWhole
  return signs.nearest(vector, { wanted, most: isSmall ? mostComparedWhole : most })
}

/** The passages of the notes that fit. */
function passagesOf(db: IndexDatabase, sql: string, parameters: readonly unknown[]): ReadonlySet<number> {
  const passages = db
    .prepare<unknown[], number>(
      `SELECT chunk.passage FROM note JOIN chunk ON chunk.note = note.id WHERE ${sql}`,
    )
    .pluck()
  return new Set(passages.all(...parameters))
}

interface Compared {
  readonly passage: number
  readonly cosine: number
}

/** Sorts these passages by the distance of their whole vectors, best first. */
function compareWhole(
  db: IndexDatabase,
  model: StoredModel,
  vector: Float32Array,
  passages: readonly number[],
): readonly Compared[] {
  // In the order in which they are stored.
  const inOrder = JSON.stringify([...passages].sort((one, other) => one - other))
  return db
    .prepare<unknown[], Compared>(
      `SELECT v.passage, 1 - vec_distance_cosine(v.numbers, ?) AS cosine
       FROM json_each(?) AS chosen CROSS JOIN ${vectorTables(model).exact} v ON v.passage = chosen.value ORDER BY 2 DESC, 1`,
    )
    .all(bytesOf(vector), inOrder)
}

/** The notes that fit and have these passages, each by its best one, until there are enough. */
function notesOf(
  db: IndexDatabase,
  { condition: { sql, parameters }, limit }: NearestQuery,
  compared: readonly Compared[],
): readonly NearNote[] {
  const chunksOf = db.prepare<unknown[], Omit<NearNote, 'cosine'> & { readonly passage: number }>(
    `SELECT chunk.passage, chunk.note, chunk.start, chunk.end
     FROM json_each(?) AS chosen CROSS JOIN chunk ON chunk.passage = chosen.value CROSS JOIN note ON note.id = chunk.note
     WHERE ${sql} ORDER BY chosen.key`,
  )
  const nearest = new Map<number, NearNote>()
  // Two of the nearest passages hardly ever belong to one note.
  const atOnce = Math.ceil(limit * 1.2)
  for (let start = 0; start < compared.length && nearest.size < limit; start += atOnce) {
    const some = compared.slice(start, start + atOnce)
    const cosines = new Map(some.map(({ passage, cosine }) => [passage, cosine]))
    const chunks = chunksOf.all(JSON.stringify([...cosines.keys()]), ...parameters)
    for (const { passage, ...chunk } of chunks)
      if (!nearest.has(chunk.note)) nearest.set(chunk.note, { ...chunk, cosine: cosines.get(passage) ?? 0 })
  }
  return [...nearest.values()].slice(0, limit)
}
