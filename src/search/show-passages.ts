import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NearNote } from '../index-db/nearest-queries.ts'
import { countLineBreaks, findSnippet } from './find-snippet.ts'
import { headingAbove } from './heading-above.ts'
import type { ShownNote } from './show-notes.ts'
import { shownStemsOf } from './word-stems.ts'
import type { QueryTerm } from './parse-query.ts'

/** What to show of notes found by the meaning of a passage: its line with most of the words. */
export async function showPassages(
  queries: IndexQueries,
  near: readonly Pick<NearNote, 'note' | 'start' | 'end'>[],
  terms: readonly QueryTerm[],
): Promise<ReadonlyMap<number, Omit<ShownNote, 'note'>>> {
  if (near.length === 0) return new Map()
  const keys = near.map(({ note }) => note)
  const bodies = await queries
    .selectFrom('note_body')
    .innerJoin('note', 'note.id', 'note_body.note')
    .select(['note_body.note', 'body', 'body_line as bodyLine'])
    .where('note_body.note', 'in', keys)
    .execute()
  const texts = new Map(bodies.map(({ note, ...text }) => [note, text]))
  const stems = shownStemsOf(terms)
  return new Map(
    near.map(({ note, start, end }) => {
      const { body, bodyLine } = texts.get(note) ?? { body: '', bodyLine: 1 }
      const { text: snippet, line } = findSnippet(body.slice(start, end), stems)
      const at = countLineBreaks(body, start) + line
      return [note, { snippet, line: bodyLine + at, heading: headingAbove(body, at) }]
    }),
  )
}
