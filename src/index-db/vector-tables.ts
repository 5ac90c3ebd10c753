import type { IndexDatabase } from './open-index.ts'

/** A model whose vectors the index holds or is about to hold. */
export interface StoredModel {
  readonly id: number
  readonly name: string
  readonly dimensions: number
  /** 1 once every passage had a vector: from then on this model is searched. */
  readonly is_ready: number
}

/**
 * The names of a model's tables: whole vectors, signs of their numbers, and which passages have them. While vectors are
 * made again, `again` lists the passages whose old ones still answer.
 */
export function vectorTables({
  id,
}: StoredModel): Readonly<Record<'exact' | 'signs' | 'known' | 'again', string>> {
  return {
    exact: `vector_${id}`,
    signs: `vector_signs_${id}`,
    known: `vector_known_${id}`,
    again: `vector_again_${id}`,
  }
}

/** Whether any of a model's vectors are being made again. */
export function isMadeAgain(db: IndexDatabase, model: StoredModel): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(vectorTables(model).again) !== undefined
}

export function readModels(db: IndexDatabase): readonly StoredModel[] {
  return db.prepare<[], StoredModel>('SELECT id, name, dimensions, is_ready FROM model ORDER BY id').all()
}

export function readModel(db: IndexDatabase, name: string): StoredModel | null {
  return readModels(db).find((model) => model.name === name) ?? null
}

/** The numbers as SQLite stores them: four bytes each, in the machine's order. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** The vectors of a model, by its name, that an index has of these passages. */
export function readVectors(
  db: IndexDatabase,
  name: string,
  hashes: readonly string[],
): readonly { readonly hash: string; readonly vector: Float32Array }[] {
  const model = readModel(db, name)
  if (model === null) return []
  const rows = db.prepare<[string], { readonly hash: string; readonly numbers: Uint8Array }>(
    `SELECT p.hash, v.numbers FROM passage p JOIN ${vectorTables(model).exact} v ON v.passage = p.id
     WHERE p.hash IN (SELECT value FROM json_each(?))`,
  )
  return rows
    .all(JSON.stringify(hashes))
    .map(({ hash, numbers }) => ({ hash, vector: new Float32Array(numbers.slice().buffer) }))
}
