import type { NoteFilter } from '../index-db/note-filter.ts'
import { filterPaths } from '../index-db/note-queries.ts'
import { searchText, type TextLine, type TextQuery } from './search-lines.ts'
import type { VaultContext } from './vault-context.ts'

interface PatternHits {
  readonly hits: readonly PatternHit[]
  /** Why there may be more: the time was over, or so many lines match that the rest was not looked for. */
  readonly cutBy: 'time' | 'lines' | null
}

export interface PatternHit extends TextLine {
  /** How many lines match; the hit shows the first. */
  readonly count: number
}

// A pattern with more matches than this matches nearly every line.
export const mostLines = 50_000

/** Notes with a line that matches a regular expression, those with the most such lines first. */
export async function findByPattern(
  vault: VaultContext,
  pattern: string,
  filter: NoteFilter,
  signal: AbortSignal,
): Promise<PatternHits> {
  const query: TextQuery = {
    pattern,
    isCaseSensitive: false,
    isFixed: false,
    ifBad: { kind: 'mend-note-pattern' },
    context: 0,
    withArchive: true,
    withExcluded: filter.includeExcluded !== false,
    signal,
  }
  const hits = new Map<string, PatternHit>()
  let lines = 0
  for await (const line of searchText(vault, query)) {
    const known = hits.get(line.path)
    hits.set(line.path, known === undefined ? { ...line, count: 1 } : { ...known, count: known.count + 1 })
    lines += 1
    if (lines > mostLines) break
  }
  const wanted = await vault.index.query(({ queries }) => filterPaths(queries, [...hits.keys()], filter))
  return {
    hits: [...hits.values()]
      .filter(({ path }) => wanted.has(path))
      .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1)),
    cutBy: lines > mostLines ? 'lines' : signal.aborted ? 'time' : null,
  }
}
