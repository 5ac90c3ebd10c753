import type { IndexDatabase } from './open-index.ts'
import { bytesOf, coarseOf, readModel, readModels, vectorTables, type StoredModel } from './vector-tables.ts'

/** Vectors that one model has made. Plain data: it crosses from the embedding side to the writing thread. */
export interface VectorBatch {
  readonly model: string
  readonly dimensions: number
  readonly vectors: readonly { readonly hash: string; readonly vector: Float32Array }[]
}

/** Rows of vectors, for `IndexWriter` alone. A passage keeps its vectors until a sweep finds that no note has it. */
export class VectorWriter {
  readonly #db: IndexDatabase

  constructor(db: IndexDatabase) {
    this.#db = db
  }

  /** Vectors of passages that are gone by now are dropped; those that are known stay as they are. */
  put({ model: name, dimensions, vectors }: VectorBatch): void {
    const db = this.#db
    const model = this.#modelNamed(name, dimensions)
    const { exact, coarse } = vectorTables(model)
    const findPassage = db.prepare<[string], number>('SELECT id FROM passage WHERE hash = ?').pluck()
    const addExact = db.prepare(`INSERT OR REPLACE INTO ${exact} (passage, numbers) VALUES (?, ?)`)
    const addCoarse = db.prepare(`INSERT OR REPLACE INTO ${coarse} (passage, bits) VALUES (?, ?)`)
    for (const { hash, vector } of vectors) {
      const passage = findPassage.get(hash)
      if (passage === undefined || vector.length !== dimensions) continue
      addExact.run(passage, bytesOf(vector))
      addCoarse.run(passage, coarseOf(vector))
    }
  }

  /** From now on this model is the one that is searched; what others made is removed. */
  finish(name: string): void {
    const model = readModel(this.#db, name)
    if (model === null) return
    for (const other of readModels(this.#db)) if (other.name !== name) this.#remove(other)
    this.#db.prepare('UPDATE model SET is_ready = 1 WHERE id = ?').run(model.id)
  }

  /**
   * Removes what no note has any more. Where there is no note at all a drive may be unmounted, and embedding it anew
   * would take longest of all: everything is kept until there are notes again.
   */
  sweep(): void {
    const db = this.#db
    if (db.prepare('SELECT 1 FROM chunk LIMIT 1').get() === undefined) return
    const gone = db
      .prepare<[], number>(
        'DELETE FROM passage WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE passage = passage.id) RETURNING id',
      )
      .pluck()
      .all()
    for (const model of readModels(db)) {
      for (const table of Object.values(vectorTables(model))) {
        const remove = db.prepare(`DELETE FROM ${table} WHERE passage = ?`)
        for (const passage of gone) remove.run(passage)
      }
    }
  }

  /** Forgets every vector of one model, or of all: what has none is embedded anew. */
  forget(name: string | null): void {
    for (const model of readModels(this.#db)) if (name === null || model.name === name) this.#remove(model)
  }

  #modelNamed(name: string, dimensions: number): StoredModel {
    const known = readModel(this.#db, name)
    if (known?.dimensions === dimensions) return known
    if (known !== null) this.#remove(known)
    const model = this.#db
      .prepare<[string, number], StoredModel>(
        'INSERT INTO model (name, dimensions, is_ready) VALUES (?, ?, 0) RETURNING id, name, dimensions, is_ready',
      )
      .get(name, dimensions)
    if (model === undefined) throw new Error('A row that was added did not come back.')
    const { exact, coarse } = vectorTables(model)
    this.#db.exec(`
      DROP TABLE IF EXISTS ${exact};
      DROP TABLE IF EXISTS ${coarse};
      CREATE TABLE ${exact} (passage INTEGER PRIMARY KEY, numbers BLOB NOT NULL) STRICT;
      CREATE TABLE ${coarse} (passage INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;`)
    return model
  }

  #remove(model: StoredModel): void {
    const { exact, coarse } = vectorTables(model)
    this.#db.exec(`DROP TABLE IF EXISTS ${exact}; DROP TABLE IF EXISTS ${coarse};`)
    this.#db.prepare('DELETE FROM model WHERE id = ?').run(model.id)
  }
}
