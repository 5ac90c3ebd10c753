import { sql } from 'kysely'

// Columns of notes_fts: path, title, text, type.
export const mainScore = sql`-bm25(notes_fts, 1.0, 3.0, 1.0, 0.5)`
// Columns of note_extra: headings, tags, aliases, properties, character pairs. Headings are part of the text, too.
export const extraScore = sql`-bm25(note_extra, 0.05, 2.0, 4.0, 0.7, 1.0)`
