import type { IndexDatabase } from './open-index.ts'
import { nextSlot, ownTables, readOwnModel, type OwnStep, type OwnVector } from './own-model-rows.ts'

/** Rows of the vault's own model, for `IndexWriter` alone. */
export class OwnModelWriter {
  readonly #db: IndexDatabase

  constructor(db: IndexDatabase) {
    this.#db = db
  }

  put(step: OwnStep): void {
    const ready = readOwnModel(this.#db)
    const next = nextSlot(this.#db)
    switch (step.kind) {
      case 'begin':
        this.#empty(next)
        this.#db
          .prepare('INSERT INTO own_model (slot, made, dimensions, notes) VALUES (?, ?, ?, ?)')
          .run(next, (ready?.made ?? 0) + 1, step.dimensions, step.notes)
        break
      case 'terms': {
        const add = this.#db.prepare(
          `INSERT OR REPLACE INTO ${ownTables(next).terms} (term, numbers) VALUES (?, ?)`,
        )
        for (const { term, numbers } of step.terms) add.run(term, numbers)
        break
      }
      case 'vectors':
        this.#add(next, step.vectors, 0)
        break
      case 'finish':
        this.#db.prepare('UPDATE own_model SET is_ready = 1 WHERE slot = ?').run(next)
        if (ready !== null) this.#empty(ready.slot)
        break
      case 'fold':
        if (ready === null) break
        this.#add(ready.slot, step.vectors, ready.version + 1)
        this.#db.prepare('UPDATE own_model SET version = version + 1 WHERE slot = ?').run(ready.slot)
        break
    }
  }

  #empty(slot: number): void {
    const { terms, vectors } = ownTables(slot)
    this.#db.exec(`DELETE FROM ${terms}; DELETE FROM ${vectors}; DELETE FROM own_model WHERE slot = ${slot}`)
  }

  /** A note that has changed since it was read is left out. */
  #add(slot: number, vectors: readonly OwnVector[], version: number): void {
    const add = this.#db.prepare(
      `INSERT OR REPLACE INTO ${ownTables(slot).vectors} (note, version, whole, windows)
       SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM note WHERE id = ? AND hash = ?)`,
    )
    for (const { note, hash, whole, windows } of vectors) add.run(note, version, whole, windows, note, hash)
  }
}
