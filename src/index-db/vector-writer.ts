import type { IndexDatabase } from './open-index.ts'
import { blockOf, dropSigns, emptyBlock, putSigns } from './sign-blocks.ts'
import {
  bytesOf,
  isMadeAgain,
  readModel,
  readModels,
  vectorTables,
  type StoredModel,
} from './vector-tables.ts'

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

  /** Drops vectors of passages that are gone; existing vectors stay as they are. */
  put({ model: name, dimensions, vectors }: VectorBatch): void {
    const db = this.#db
    const model = this.#modelNamed(name, dimensions)
    const { exact, known, again } = vectorTables(model)
    const isAgain = isMadeAgain(db, model)
    const findPassage = db.prepare<[string], number>('SELECT id FROM passage WHERE hash = ?').pluck()
    const addExact = db.prepare(`INSERT OR REPLACE INTO ${exact} (passage, numbers) VALUES (?, ?)`)
    const addKnown = db.prepare(`INSERT OR IGNORE INTO ${known} (passage) VALUES (?)`)
    const isDone = isAgain ? db.prepare(`DELETE FROM ${again} WHERE passage = ?`) : null
    const added: { readonly passage: number; readonly vector: Float32Array }[] = []
    for (const { hash, vector } of vectors) {
      const passage = findPassage.get(hash)
      if (passage === undefined || vector.length !== dimensions) continue
      addExact.run(passage, bytesOf(vector))
      addKnown.run(passage)
      isDone?.run(passage)
      added.push({ passage, vector })
    }
    this.#changeBlocks(model, added, (block, { passage, vector }) => {
      putSigns(block, passage, vector)
      return true
    })
  }

  /** Makes this model the one that is searched, and removes the vectors of others. */
  finish(name: string): void {
    const model = readModel(this.#db, name)
    if (model === null) return
    for (const other of readModels(this.#db)) if (other.name !== name) this.#remove(other)
    this.#db.exec(`DROP TABLE IF EXISTS ${vectorTables(model).again}`)
    this.#db.prepare('UPDATE model SET is_ready = 1 WHERE id = ?').run(model.id)
  }

  /**
   * Removes what no note needs. Keeps everything while there is no note at all: a drive may be unmounted, and embedding
   * takes longest of all.
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
    const passages = gone.map((passage) => ({ passage }))
    for (const model of readModels(db)) {
      const { exact, known, again } = vectorTables(model)
      for (const table of isMadeAgain(db, model) ? [exact, known, again] : [exact, known]) {
        const remove = db.prepare(`DELETE FROM ${table} WHERE passage = ?`)
        for (const passage of gone) remove.run(passage)
      }
      this.#changeBlocks(model, passages, (block, { passage }) => dropSigns(block, passage))
    }
  }

  /** Has every vector made again; each old one answers until its new one is there. */
  makeAgain(): void {
    for (const model of readModels(this.#db)) {
      const { known, again } = vectorTables(model)
      this.#db.exec(`
        CREATE TABLE IF NOT EXISTS ${again} (passage INTEGER PRIMARY KEY) STRICT;
        INSERT OR IGNORE INTO ${again} SELECT passage FROM ${known};`)
    }
  }

  /** Forgets every vector of a model, so that all are made again. */
  forget(name: string): void {
    const model = readModel(this.#db, name)
    if (model !== null) this.#remove(model)
  }

  /** Reads and writes each block once, and removes a block when the last `change` says that it is empty. */
  #changeBlocks<Change extends { readonly passage: number }>(
    model: StoredModel,
    changes: readonly Change[],
    change: (block: Uint8Array, one: Change) => boolean,
  ): void {
    const { signs } = vectorTables(model)
    const read = this.#db.prepare<[number], Uint8Array>(`SELECT bytes FROM ${signs} WHERE id = ?`).pluck()
    const write = this.#db.prepare(`INSERT OR REPLACE INTO ${signs} (id, bytes) VALUES (?, ?)`)
    const remove = this.#db.prepare(`DELETE FROM ${signs} WHERE id = ?`)
    for (const [id, ones] of Map.groupBy(changes, ({ passage }) => blockOf(passage))) {
      const block = read.get(id) ?? emptyBlock(model.dimensions)
      const isLeft = ones.map((one) => change(block, one)).at(-1)
      if (isLeft === true) write.run(id, block)
      else remove.run(id)
    }
  }

  #modelNamed(name: string, dimensions: number): StoredModel {
    const found = readModel(this.#db, name)
    if (found?.dimensions === dimensions) return found
    if (found !== null) this.#remove(found)
    const model = this.#db
      .prepare<[string, number], StoredModel>(
        'INSERT INTO model (name, dimensions, is_ready) VALUES (?, ?, 0) RETURNING id, name, dimensions, is_ready',
      )
      .get(name, dimensions)
    if (model === undefined) throw new Error('A row that was added did not come back.')
    const { exact, signs, known } = vectorTables(model)
    this.#db.exec(`
      ${dropTables(model)}
      CREATE TABLE ${exact} (passage INTEGER PRIMARY KEY, numbers BLOB NOT NULL) STRICT;
      CREATE TABLE ${signs} (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      CREATE TABLE ${known} (passage INTEGER PRIMARY KEY) STRICT;`)
    return model
  }

  #remove(model: StoredModel): void {
    this.#db.exec(dropTables(model))
    this.#db.prepare('DELETE FROM model WHERE id = ?').run(model.id)
  }
}

function dropTables(model: StoredModel): string {
  return Object.values(vectorTables(model))
    .map((table) => `DROP TABLE IF EXISTS ${table};`)
    .join('\n')
}
