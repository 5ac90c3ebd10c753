import type { IndexQueries } from '../index-db/index-reader.ts'
import { findNotesWithBody, type NoteRow } from '../index-db/note-queries.ts'
import { findSnippet } from './find-snippet.ts'
import { headingAbove } from './heading-above.ts'
import { shownStemsOf } from './word-stems.ts'
import type { QueryTerm } from './parse-query.ts'

export interface ShownNote {
  readonly note: NoteRow
  readonly snippet: string
  /** Line of the file, from 1. */
  readonly line: number
  /** The heading that it stands under; null above the first. */
  readonly heading: string | null
}

/** Notes by integer key, each with the line that has most of the words. Missing ones are left out. */
export async function showNotes(
  queries: IndexQueries,
  keys: readonly number[],
  terms: readonly QueryTerm[],
): Promise<ReadonlyMap<number, ShownNote>> {
  if (keys.length === 0) return new Map()
  const notes = await findNotesWithBody(queries, keys)
  const stems = shownStemsOf(terms)
  return new Map(
    notes.map(({ body, bodyLine, ...note }) => {
      const { text: snippet, line } = findSnippet(body, stems)
      return [note.key, { note, snippet, line: bodyLine + line, heading: headingAbove(body, line) }]
    }),
  )
}
