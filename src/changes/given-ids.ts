import type Database from 'better-sqlite3'
import { KeptStatement } from '../own-files/kept-statement.ts'

const highest = new KeptStatement<[], { readonly seq: number }>(
  "SELECT seq FROM sqlite_sequence WHERE name = 'change'",
)

/** The highest id that a history has given out, as far as its file knows. */
export function lastGiven(db: Database.Database): number {
  return highest.on(db).get()?.seq ?? 0
}

/** From here on a history gives out only ids above this one. */
export function giveAbove(db: Database.Database, id: number): void {
  const { changes } = db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'").run(id)
  if (changes === 0) db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)").run(id)
}

/** More than a history ever counts to: an id above those that nobody can tell any more. */
export function idFromClock(): number {
  return Math.floor(Date.now() / 1_000)
}
