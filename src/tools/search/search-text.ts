import { z } from 'zod'
import { readFrontmatter } from '../../markdown/read/read-frontmatter.ts'
import { hasText, searchText as readLines, type TextLine, type TextQuery } from '../../vault/search-lines.ts'
import { nameFolders } from '../../model/outside-scope.ts'
import { startBytes } from '../../model/note-size.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { checkPattern } from './check-pattern.ts'
import { showLine } from './show-line.ts'

// Beyond so many, who asks needs a narrower pattern and not their number.
const mostCounted = 5_000

export const textInput = z.object({
  pattern: z.string().min(1).max(5_000).describe('Regular expression, within one line.'),
  path_filter: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('File, folder or glob: projects, devlog/*.md, *.canvas.'),
  case_sensitive: z.boolean().default(false).describe('Whether case counts.'),
  context: z.int().min(0).max(10).default(0).describe('Lines to show around each.'),
  fixed: z.boolean().default(false).describe('Take the pattern as plain text.'),
})

export const textLine = z.object({
  path: z.string(),
  line: z.number(),
  text: z.string(),
  submatches: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
  untrusted: z.boolean().optional(),
})

export const searchText = defineVaultsTool({
  name: 'search_text',
  title: 'Search text',
  toolset: 'search',
  description:
    'Find lines by a regular expression (ripgrep) or fixed text, in the order of paths, straight from the files. Returns path, line, text and where it matches. To find notes by words or meaning use search_notes.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'results', limit: 50, max: 500, names: ['path', 'text'] },
  timeLimit: 30_000,
  errors: ['QUERY_REJECTED'],
  input: textInput,
  output: z.object({ results: z.array(textLine), message: z.string().optional() }),
  async handler(asked, vault, { signal }) {
    const { isCut, unread, tooLong, ...found } = await findLines(vault, asked, { most: mostCounted, signal })
    const said = messageFor({ isCut, isStopped: signal.aborted, unread, tooLong })
    return {
      ...found,
      message: said ?? (found.total === 0 ? await missingFiles(vault, asked, signal) : undefined),
    }
  },
  // Of any vault there may be more; a path that one of them has is not missing.
  merge: (joined, parts) => {
    const said = parts.flatMap(({ message = [] }) => message)
    const isMissing = said.length === parts.length
    return { ...joined, message: said.find((message) => isMissing || !message.startsWith(noFile)) }
  },
})

/** Lines of a page, up to which so many are counted. */
export async function findLines(
  vault: VaultContext,
  asked: z.output<typeof textInput> & { readonly limit: number; readonly offset: number },
  how: Pick<TextQuery, 'signal' | 'isFirstOnly' | 'withArchive' | 'filterName'> & { readonly most: number },
): Promise<FoundLines> {
  const { pattern, path_filter, case_sensitive, context, fixed, limit, offset } = asked
  const { most, ...more } = how
  checkPattern(pattern)
  const query = {
    pattern,
    pathFilter: path_filter,
    isCaseSensitive: case_sensitive,
    isFixed: fixed,
    ifBad: { kind: 'mend-line-pattern' } as const,
    context,
    ...more,
  }
  const results: Result[] = []
  let total = 0
  let recent: TextLine[] = []
  let unread: readonly string[] = []
  const onUnread = (paths: readonly string[]) => {
    unread = paths
  }
  const tooLong = new Set<string>()
  const onTooLong = (path: string) => tooLong.add(path)
  for await (const line of readLines(vault, { ...query, onUnread, onTooLong })) {
    if (total > most) break
    recent = recent.filter((one) => one.path === line.path && one.line >= line.line - context)
    for (const result of results.slice(-context - 1)) {
      if (context > 0 && isBehind(line, result, context)) result.after?.push(showLine(line).text)
    }
    if (line.matches.length > 0) {
      if (total >= offset && results.length < limit) {
        const around = { before: recent.map((one) => showLine(one).text), after: [] }
        results.push({ path: line.path, line: line.line, ...showLine(line), ...(context > 0 && around) })
      }
      total += 1
    }
    if (context > 0) recent.push(line)
  }
  const untrusted = await listUntrusted(vault, new Set(results.map(({ path }) => path)))
  for (const result of results) if (untrusted.has(result.path)) result.untrusted = true
  return { results, total: Math.min(total, most), isCut: total > most, unread, tooLong: [...tooLong] }
}

interface FoundLines {
  readonly results: Result[]
  readonly total: number
  readonly isCut: boolean
  /** Files and folders that the system does not let flint read. */
  readonly unread: readonly string[]
  /** Files with a matching line that is too long to be shown, and is not counted. */
  readonly tooLong: readonly string[]
}

interface Result {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly submatches: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  readonly before?: readonly string[]
  readonly after?: string[]
  untrusted?: boolean
}

/** Those of the files whose text came from outside, as they say on disk, like the lines. */
async function listUntrusted(vault: VaultContext, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const path of paths) {
    if (!/\.md$/i.test(path)) continue
    const start = await vault.files
      .readLines(path, { first: 1, last: Infinity, most: startBytes })
      .catch(() => '')
    if (isUntrusted(readFrontmatter(start).data)) found.add(path)
  }
  return found
}

const noFile = 'No file here is at the path_filter'

/** Says that path_filter fits no file; undefined where it does. */
async function missingFiles(
  vault: VaultContext,
  { path_filter: filter }: z.output<typeof textInput>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (filter === undefined) return undefined
  const ifBad = { kind: 'mend-line-pattern' } as const
  if ((await hasText(vault, { pathFilter: filter, ifBad, signal })) || signal.aborted) return undefined
  const other = vault.scope === null ? await vault.files.sameName(filter).catch(() => null) : null
  const instead = other === null || other === filter ? '' : `, but "${other}"`
  const isNot = filter.startsWith('!') ? ' It says where to look: nothing is left out with "!".' : ''
  const alone = vault.scope === null ? '' : ` A search looks into ${nameFolders(vault.scope.folders)} alone.`
  return `${noFile} "${filter}"${instead}.${alone}${isNot}`
}

const mostNamed = 5

function messageFor({
  isCut,
  isStopped,
  unread,
  tooLong,
}: Pick<FoundLines, 'isCut' | 'unread' | 'tooLong'> & { readonly isStopped: boolean }): string | undefined {
  if (isStopped) return 'The search took too long and was stopped: there may be more. Give a path_filter.'
  if (isCut) return `More than ${mostCounted} lines match: narrow the pattern or give path_filter.`
  return sayLeftOut({ unread, tooLong })
}

/** What was not searched or is not shown, and why; nothing where that is nothing. */
export function sayLeftOut({ unread, tooLong }: Pick<FoundLines, 'unread' | 'tooLong'>): string | undefined {
  const said = [
    ...(tooLong.length > 0
      ? [`Left out, as a line that matches is too long to be shown: ${nameSome(tooLong)}.`]
      : []),
    ...(unread.length > 0
      ? [`Not searched, as the system does not let flint read it: ${nameSome(unread)}. Mend its permissions.`]
      : []),
  ]
  return said.length === 0 ? undefined : said.join(' ')
}

function nameSome(paths: readonly string[]): string {
  return paths.slice(0, mostNamed).join(', ') + (paths.length > mostNamed ? ', …' : '')
}

function isBehind(line: TextLine, result: Result, context: number): boolean {
  return line.path === result.path && line.line > result.line && line.line <= result.line + context
}
