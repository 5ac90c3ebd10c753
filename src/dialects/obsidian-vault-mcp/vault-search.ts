import { z } from 'zod'
import { searchText as searchLines } from '../../vault/search-lines.ts'
import { checkPattern } from '../../tools/search/check-pattern.ts'
import { searchText } from '../../tools/search/search-text.ts'
import { showLine } from '../../tools/search/show-line.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect, repository } from './obsidian-dialect.ts'

const foundLine = z.object({ path: z.string(), line: z.number(), text: z.string() })

export const vaultSearch = defineDialectTool(dialect, {
  name: 'vault_search',
  title: 'Search text',
  description:
    'Lines of notes that match a regular expression of ripgrep, in the order of paths. Upper and lower case differ unless it begins with (?i).',
  like: searchText,
  input: z.strictObject({
    ...repository,
    query: z.string().min(1).max(5_000).describe('Regular expression.'),
    path_filter: z.string().min(1).max(1_000).optional().describe('Glob, at any depth: devlog/*.md.'),
  }),
  output: z.object({
    results: z.array(foundLine),
    message: z.string().optional(),
  }),
  async run({ query, path_filter: filter }, vault, { signal }) {
    checkPattern(query)
    const results: z.output<typeof foundLine>[] = []
    const lines = searchLines(vault, {
      pattern: query,
      pathFilter: filter === undefined ? undefined : atAnyDepth(filter),
      isCaseSensitive: true,
      isFixed: false,
      ifBad: 'Mend it.',
      context: 0,
      signal,
    })
    for await (const line of lines) {
      if (results.push({ path: line.path, line: line.line, text: showLine(line).text }) === mostLines) break
    }
    const message = messageFor(results.length, signal.aborted)
    return { results, ...(message !== null && { message }) }
  },
})

// Who matches more asks for nearly every line.
const mostLines = 50_000

function messageFor(count: number, isStopped: boolean): string | null {
  if (isStopped) return 'The search took too long and was stopped: there may be more. Give a narrower query.'
  return count === mostLines
    ? `These are the first ${mostLines} lines. Give a narrower query for the others.`
    : null
}

/** A folder is named from the repository's root. */
function atAnyDepth(filter: string): string {
  const isFolder = !/[*?[{]/.test(filter) && !/\.\w+$/.test(filter)
  return isFolder || filter.startsWith('**/') ? filter : `**/${filter.replace(/^\/+/, '')}`
}
