import type { IndexQueries } from '../index-db/index-reader.ts'
import type { NearNote } from '../index-db/nearest-queries.ts'
import { findSnippet, type Snippet } from './find-snippet.ts'
import { stemsOf } from './word-stems.ts'
import type { QueryTerm } from './parse-query.ts'

/** What to show of notes found by the meaning of a passage: its line with most of the words. */
export async function showPassages(
  queries: IndexQueries,
  near: readonly NearNote[],
  terms: readonly QueryTerm[],
): Promise<ReadonlyMap<number, { readonly snippet: string; readonly line: number }>> {
  if (near.length === 0) return new Map()
  const bodies = await queries
    .selectFrom('note_body')
    .select(['note', 'body'])
    .where(
      'note',
      'in',
      near.map(({ note }) => note),
    )
    .execute()
  const texts = new Map(bodies.map(({ note, body }) => [note, body]))
  const stems = stemsOf(terms)
  return new Map(
    near.map(({ note, line, start, end }) => {
      const found: Snippet = findSnippet((texts.get(note) ?? '').slice(start, end), stems)
      return [note, { snippet: found.text, line: line + found.line }]
    }),
  )
}
