import type { IndexDatabase } from './open-index.ts'

const fullTextTables = ['notes_fts', 'note_extra'] as const
// 2 MB, or some 20 ms.
const pagesPerStep = 500

/** Merges some more of the full-text index; false when nothing is left to merge. */
export function mergeFullText(db: IndexDatabase): boolean {
  const countChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  return fullTextTables.some((table) => {
    const before = countChanges.get() ?? 0
    db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(BigInt(-pagesPerStep))
    // With nothing left to merge, the command itself still counts as one change.
    return (countChanges.get() ?? 0) - before > 1
  })
}

/** Sets how many bytes of new words are kept in memory before they are written. */
export function limitWordLists(db: IndexDatabase, bytes: number): void {
  for (const table of fullTextTables)
    db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ?)`).run(BigInt(bytes))
}

/** Throws, as for a damaged file, when the full-text index does not match the notes. */
export function checkFullText(db: IndexDatabase): void {
  db.exec("INSERT INTO notes_fts (notes_fts, rank) VALUES ('integrity-check', 1)")
}
