import type { IndexDatabase } from './open-index.ts'

/** A model whose vectors the index holds, or is about to. */
export interface StoredModel {
  readonly id: number
  readonly name: string
  readonly dimensions: number
  /** 1 once every passage had a vector: from then on it is the one that is searched. */
  readonly is_ready: number
}

/** The names of a model's two tables: whole vectors, and one bit of each number for a quick first look. */
export function vectorTables(model: StoredModel): { readonly exact: string; readonly coarse: string } {
  return { exact: `vector_${model.id}`, coarse: `coarse_vector_${model.id}` }
}

export function readModels(db: IndexDatabase): readonly StoredModel[] {
  return db.prepare<[], StoredModel>('SELECT id, name, dimensions, is_ready FROM model ORDER BY id').all()
}

export function readModel(db: IndexDatabase, name: string): StoredModel | null {
  return readModels(db).find((model) => model.name === name) ?? null
}

/** The vector's signs, a bit each, the first in the lowest bit; padded to whole bytes. */
export function coarseOf(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8))
  for (let at = 0; at < vector.length; at++) {
    if ((vector[at] ?? 0) > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  }
  return bits
}

/** The numbers as SQLite keeps them: four bytes each, in the machine's order. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
