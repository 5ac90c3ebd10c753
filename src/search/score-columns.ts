import { sql } from 'kysely'
import type { Scored } from '../index-db/view-scores.ts'

// Columns: path, title, text, type.
export const mainTable: Scored = { table: 'notes_fts', score: '-bm25(notes_fts, 1.0, 3.0, 1.0, 0.5)' }
// Columns: headings, tags, aliases, properties, character pairs. Headings are part of the text, too.
export const extraTable: Scored = {
  table: 'note_extra',
  score: '-bm25(note_extra, 0.05, 2.0, 4.0, 0.7, 1.0)',
}
export const mainScore = sql.raw(mainTable.score)
export const extraScore = sql.raw(extraTable.score)
