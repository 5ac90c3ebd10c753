import type { IndexDatabase } from './open-index.ts'
import { bytesOf, coarseOf, readModel, vectorTables } from './vector-tables.ts'

/** A condition on the table `note`, ready to be run. Plain data: it crosses to the thread that searches. */
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

/** A note, by the one of its chunks that is nearest. */
export interface NearNote {
  readonly note: number
  /** Of the angle between the vectors: 1 is the same direction. */
  readonly cosine: number
  readonly line: number
  readonly start: number
  readonly end: number
}

/**
 * Up to so many vectors are compared whole (0.8 µs each for 512 numbers). Of more, their signs are compared first
 * (0.1 µs each), and the most promising whole.
 */
export const mostComparedWhole = 4_000
const promising = 800

interface Scored {
  readonly passage: number
  readonly cosine: number
}

/** The notes that fit the condition and are nearest to a vector, best first. Needs sqlite-vec in the connection. */
export function findNearest(db: IndexDatabase, query: NearestQuery): readonly NearNote[] {
  const { condition, limit } = query
  const scored = scorePassages(db, query)
  const chunksOf = db.prepare<unknown[], Omit<NearNote, 'cosine'>>(
    `SELECT chunk.note, chunk.line, chunk.start, chunk.end FROM chunk JOIN note ON note.id = chunk.note
     WHERE chunk.passage = ? AND ${condition.sql}`,
  )
  const nearest = new Map<number, NearNote>()
  for (const { passage, cosine } of scored) {
    if (nearest.size >= limit) break
    for (const chunk of chunksOf.all(passage, ...condition.parameters)) {
      if (!nearest.has(chunk.note)) nearest.set(chunk.note, { ...chunk, cosine })
    }
  }
  return [...nearest.values()].slice(0, limit)
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
      // SQLite takes the other columns from the row that has the maximum.
      `SELECT c.note, max(1 - vec_distance_cosine(v.numbers, ?)) AS cosine, c.line, c.start, c.end
       FROM json_each(?) AS wanted JOIN chunk c ON c.note = wanted.value JOIN ${exact} v ON v.passage = c.passage
       GROUP BY c.note`,
    )
    .all(bytesOf(vector), JSON.stringify(notes))
}

/** The mean direction of a note's own chunks; null while none of them has a vector. */
export function readNoteVector(db: IndexDatabase, name: string, note: number): Float32Array | null {
  const model = readModel(db, name)
  if (model === null) return null
  const rows = db
    .prepare<[number], Uint8Array>(
      `SELECT v.numbers FROM chunk c JOIN ${vectorTables(model).exact} v ON v.passage = c.passage WHERE c.note = ?`,
    )
    .pluck()
    .all(note)
  if (rows.length === 0) return null
  const sum = new Float32Array(model.dimensions)
  for (const row of rows) {
    // A copy, because a row may begin where no number may.
    const vector = new Float32Array(row.slice().buffer)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0)
  }
  const length = Math.hypot(...sum)
  return length === 0 ? null : sum.map((value) => value / length)
}

function scorePassages(db: IndexDatabase, query: NearestQuery): readonly Scored[] {
  const model = readModel(db, query.model)
  if (model === null) return []
  const { exact, coarse } = vectorTables(model)
  const { condition, vector } = query
  const { sql: scope, parameters } = condition.isBroad
    ? broadScope(coarse, condition)
    : narrowScope(condition)
  const size = db
    .prepare<unknown[], number>(`SELECT count(*) FROM (${scope} LIMIT ${mostComparedWhole + 1})`)
    .pluck()
    .get(...parameters)
  const isSmall = (size ?? 0) <= mostComparedWhole
  const bits = 'vec_distance_hamming(vec_bit(bits), vec_bit(?))'
  const scanned = condition.isBroad
    ? scope
    : `SELECT passage, bits FROM (${scope}) JOIN ${coarse} USING (passage)`
  const chosen = isSmall ? scope : `SELECT passage FROM (${scanned}) ORDER BY ${bits} LIMIT ${promising}`
  return db
    .prepare<unknown[], Scored>(
      `SELECT v.passage, 1 - vec_distance_cosine(v.numbers, ?) AS cosine
       FROM (${chosen}) s JOIN ${exact} v ON v.passage = s.passage ORDER BY 2 DESC, 1 LIMIT ${promising}`,
    )
    .all(bytesOf(vector), ...parameters, ...(isSmall ? [] : [coarseOf(vector)]))
}

type Scope = Pick<CompiledCondition, 'sql' | 'parameters'>

/** The passages of the notes that fit. */
function narrowScope({ sql, parameters }: CompiledCondition): Scope {
  return {
    sql: `SELECT DISTINCT chunk.passage FROM note JOIN chunk ON chunk.note = note.id WHERE ${sql}`,
    parameters,
  }
}

/** All passages but those of the few notes that do not fit, unless one that does has them too. */
function broadScope(coarse: string, { sql, parameters }: CompiledCondition): Scope {
  // Said by a scope that leaves out nothing, which then need not be looked for.
  if (sql === '(1)') return { sql: `SELECT passage, bits FROM ${coarse}`, parameters: [] }
  const hidden = `SELECT hidden.passage FROM note JOIN chunk AS hidden ON hidden.note = note.id
    WHERE NOT (${sql}) AND NOT EXISTS (
      SELECT 1 FROM chunk JOIN note ON note.id = chunk.note WHERE chunk.passage = hidden.passage AND ${sql})`
  return {
    sql: `SELECT passage, bits FROM ${coarse} WHERE passage NOT IN (${hidden})`,
    parameters: [...parameters, ...parameters],
  }
}
