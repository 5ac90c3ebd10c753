import type { Said } from '../model/advice.ts'
import type { IndexQueries } from '../index-db/index-reader.ts'
import { usualFilter } from '../index-db/note-filter.ts'
import { findNotesByKey, type NoteRow } from '../index-db/note-queries.ts'
import { findTellingWords } from './find-telling-words.ts'
import { compileScope } from './note-scope.ts'
import { rankRelaxed } from './rank-keywords.ts'
import type { Halves } from './hybrid-ranking.ts'
import { showNotes } from './show-notes.ts'
import { showPassages } from './show-passages.ts'
import { reasonOf, type Related, type Unavailable, type VectorSearch } from './vector-search.ts'

export interface RelatedNote {
  readonly note: NoteRow
  /** 0 to 1: the cosine to the note's mean direction, or the share of the best match's BM25. */
  readonly score: number
  readonly snippet: string
  readonly line: number
  readonly heading: string | null
  /** Whether either links to the other. */
  readonly isLinked: boolean
}

export interface RelatedNotes {
  readonly hits: readonly RelatedNote[]
  readonly halves: Halves
}

type Found = readonly Omit<RelatedNote, 'isLinked'>[]

/** The notes most similar to one: by meaning, else by its most telling words. */
export async function findRelated(
  queries: IndexQueries,
  note: Pick<NoteRow, 'key' | 'title'>,
  { limit, vectors }: { readonly limit: number; readonly vectors: VectorSearch | null },
): Promise<RelatedNotes> {
  const condition = compileScope(queries, usualFilter, [])
  const found = (await vectors?.related([note.key], { condition, limit })) ?? null
  if (found?.kind === 'related' && found.near !== null) {
    const { near } = found
    const passages = await showPassages(queries, near, [])
    const rows = new Map(
      (
        await findNotesByKey(
          queries,
          near.map((one) => one.note),
        )
      ).map((row) => [row.key, row]),
    )
    const hits = near.flatMap(({ note: key, cosine }) => {
      const [row, passage] = [rows.get(key), passages.get(key)]
      const score = Number(Math.min(1, Math.max(0, cosine)).toFixed(4))
      return row === undefined || passage === undefined ? [] : [{ note: row, score, ...passage }]
    })
    const halves = { keyword: false, semantic: true, ...reasonOf(found) }
    return { hits: await withLinks(queries, note.key, hits), halves }
  }
  const hits = await findByWords(queries, note, limit)
  const halves = { keyword: true, semantic: false, reason: whyByWords(vectors, found) }
  return { hits: await withLinks(queries, note.key, hits), halves }
}

function whyByWords(vectors: VectorSearch | null, found: Related | Unavailable | null): Said {
  if (found?.kind === 'unavailable') return [found.reason, found.hint]
  return vectors === null
    ? ['Nothing that could search by meaning is installed.', { kind: 'get-embedder' }]
    : ['This note has no vectors yet.', { kind: 'count-passages' }]
}

async function findByWords(
  queries: IndexQueries,
  note: Pick<NoteRow, 'key' | 'title'>,
  limit: number,
): Promise<Found> {
  const terms = await findTellingWords(queries, note)
  if (terms.length === 0) return []
  const ranked = await rankRelaxed(
    queries,
    { terms, excluded: [], filter: { ...usualFilter, withoutKeys: [note.key] }, limit, offset: 0 },
    'some',
  )
  const best = Math.max(...ranked.map(({ bm25 }) => bm25))
  const shown = await showNotes(
    queries,
    ranked.map(({ id }) => id),
    terms,
  )
  return ranked
    .toSorted((a, b) => b.bm25 - a.bm25)
    .flatMap(({ id, bm25 }) => {
      const found = shown.get(id)
      return found === undefined ? [] : [{ ...found, score: Number((bm25 / best).toFixed(4)) }]
    })
}

async function withLinks(queries: IndexQueries, key: number, hits: Found): Promise<readonly RelatedNote[]> {
  const rows = await queries
    .selectFrom('link')
    .select(['source', 'target'])
    .where((where) => where.or([where('source', '=', key), where('target', '=', key)]))
    .execute()
  const linked = new Set(rows.flatMap(({ source, target }) => [source, target]))
  return hits.map((hit) => ({ ...hit, isLinked: linked.has(hit.note.key) }))
}
