import type { IndexQueries } from '../index-db/index-reader.ts'
import { findNotesByKey, type NoteRow } from '../index-db/note-queries.ts'
import { findSnippet } from './find-snippet.ts'
import type { QueryTerm } from './parse-query.ts'

export interface ShownNote {
  readonly note: NoteRow
  readonly snippet: string
  /** Of the file, from 1. */
  readonly line: number
}

/** Notes by their integer keys, each with the line that has the most of the words. Those that are gone are left out. */
export async function showNotes(
  queries: IndexQueries,
  keys: readonly number[],
  terms: readonly QueryTerm[],
): Promise<ReadonlyMap<number, ShownNote>> {
  if (keys.length === 0) return new Map()
  const notes = await findNotesByKey(queries, keys)
  const bodies = await queries
    .selectFrom('note')
    .innerJoin('note_body', 'note_body.note', 'note.id')
    .select(['note.id', 'note_body.body', 'note.body_line'])
    .where('note.id', 'in', keys)
    .execute()
  const texts = new Map(bodies.map(({ id, ...text }) => [id, text]))
  return new Map(
    notes.flatMap((note) => {
      const text = texts.get(note.key)
      if (text === undefined) return []
      const { text: snippet, line } = findSnippet(text.body, terms)
      return [[note.key, { note, snippet, line: text.body_line + line }]]
    }),
  )
}
