import { z } from 'zod'
import type { Where } from '../define-dialect-tool.ts'
import { counts, place, placeIn } from './notes-app-shapes.ts'

const hit = z.object({ ...place, filename: z.string(), score: z.number(), snippet: z.string() })

export const hits = z.object({
  query: z.string(),
  ...counts,
  results: z.array(hit),
  message: z.string().optional(),
})

interface Hit {
  readonly path?: string | undefined
  readonly filename?: string | undefined
  readonly score: number
  readonly snippet: string
}

/** What a search has found in one vault. */
export async function hitsIn(
  where: Where,
  query: string,
  { hits: found, total }: { readonly hits: readonly Hit[]; readonly total: number },
) {
  const place = await placeIn(where)
  return {
    query,
    total_count: total,
    returned_count: found.length,
    results: found.map(({ path = '', filename = '', score, snippet }) => {
      return { ...place, relative_path: path, filename, score, snippet }
    }),
  }
}

/** The best of all vaults, and how many there are. */
export function bestHits(
  parts: readonly z.output<typeof hits>[],
  { query, limit }: { query: string; limit: number },
) {
  const all = parts.flatMap(({ results }) => results).sort((a, b) => b.score - a.score)
  const results = all.slice(0, limit)
  const messages = new Set(parts.flatMap(({ message = [] }) => message))
  return {
    query,
    total_count: parts.reduce((sum, part) => sum + part.total_count, 0),
    returned_count: results.length,
    results,
    ...(messages.size > 0 && { message: [...messages].join(' ') }),
  }
}
