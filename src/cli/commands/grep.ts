import type { OutputOf } from '../../call/tool.ts'
import { findLines } from '../../page/calls/find-lines.ts'
import type { searchText } from '../../tools/search/search-text.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { defined } from '../../model/defined.ts'
import { filesOf, linkTo, placeOf } from '../file-of.ts'
import { plainPath, withoutControls } from '../plain-text.ts'
import { readPages } from '../read-pages.ts'

type Found = OutputOf<typeof findLines>
type Line = OutputOf<typeof searchText>['results'][number]

/** How many lines a terminal is shown where nobody says; a pipe gets all. */
const shownHere = 500
/** Each page searches the files anew. */
const linesOfPage = 1_000_000

/** `flint grep PATTERN`: lines, straight from the files; with `--path` the files that have one. */
export async function grep(given: Given<'grep'>, cli: Cli): Promise<Outcome> {
  const { pattern, in: where, fixed, caseSensitive, context = 0, limit, archived, path, all } = given
  // It reads the files themselves.
  cli.openWithoutIndex()
  const isCut = !path && cli.terminal.isWatched && !cli.isJson
  const most = limit ?? (isCut ? shownHere : Infinity)
  const asked = {
    ...{ pattern, fixed, case_sensitive: caseSensitive, context, first_only: path },
    include_archived: archived,
    ...defined({ path_filter: where }),
    ...(all && { vault_id: '*' }),
  }
  const pages: Found[] = []
  const { items: found, total } = await readPages(
    most,
    async (page) => {
      const data = await cli.call(findLines, { ...asked, ...page })
      pages.push(data)
      return { items: data.results, total: data.total, next: data.next_cursor }
    },
    linesOfPage,
  )
  const [first] = pages
  const isMore = pages.at(-1)?.more === true
  const hasMore = found.length < total || isMore
  const isStopped = pages.some(({ stopped }) => stopped)
  const what = path ? 'files' : 'lines'
  if (isStopped) cli.tell('The search took too long and was stopped: there may be more. Narrow it with --in.')
  const unread = pages.find((page) => page.unread)?.unread
  if (unread !== undefined) cli.tell(unread)
  if (found.length === 0) cli.tell('No line.')
  else if (hasMore)
    cli.tell(`${found.length} of ${isMore ? 'more than ' : ''}${total} ${what}; --limit shows more.`)
  const fileOf = await filesOf(found, first?.vault?.id, cli)
  const text = path
    ? found.map(fileOf).join('\n')
    : found.map((line) => describe(line, fileOf(line), cli)).join(context > 0 ? '\n--\n' : '\n')
  return {
    data: {
      results: found,
      total,
      has_more: hasMore,
      stopped: isStopped,
      ...defined({ vault: first?.vault, vaults: first?.vaults, unread }),
    },
    text,
    isRaw: path,
    exitCode: found.length === 0 ? exitCodes.notFound : exitCodes.ok,
  }
}

function describe(line: Line, file: string, { terminal }: Cli): string {
  const { paint } = terminal
  const where = placeOf(line)
  const name = linkTo(file, paint('bold', plainPath(where)), terminal)
  const around = (texts: readonly string[] = [], from: number) =>
    texts.map((text, at) => paint('dim', `${plainPath(where)}-${from + at}-${withoutControls(text)}`))
  return [
    ...around(line.before, line.line - (line.before?.length ?? 0)),
    `${name}:${line.line}:${marked(line, terminal.paint)}`,
    ...around(line.after, line.line + 1),
  ].join('\n')
}

/** The line with what matches in it. */
function marked({ text, submatches }: Line, paint: Cli['terminal']['paint']): string {
  let end = 0
  const parts = submatches.map(({ start, end: stop }) => {
    const part = `${withoutControls(text.slice(end, start))}${paint('red', withoutControls(text.slice(start, stop)))}`
    end = stop
    return part
  })
  return `${parts.join('')}${withoutControls(text.slice(end))}`
}
