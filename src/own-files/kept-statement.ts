import type Database from 'better-sqlite3'

/** An SQL statement that is prepared once for each connection: preparing one takes longer than running it. */
export class KeptStatement<Values extends unknown[], Row = unknown> {
  readonly #sql: string
  readonly #prepared = new WeakMap<Database.Database, Database.Statement<Values, Row>>()

  constructor(sql: string) {
    this.#sql = sql
  }

  on(db: Database.Database): Database.Statement<Values, Row> {
    const known = this.#prepared.get(db)
    if (known !== undefined) return known
    const prepared = db.prepare<Values, Row>(this.#sql)
    this.#prepared.set(db, prepared)
    return prepared
  }
}
