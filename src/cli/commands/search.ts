import { searchNotes } from '../../tools/search/search-notes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fromLocal } from '../local-time.ts'
import { filesOf, placeOf } from '../file-of.ts'
import { toPerson } from '../to-person.ts'
import { makeVectors } from '../make-vectors.ts'
import { oneLine, plainPath, shorten } from '../plain-text.ts'
import { defined } from '../../model/defined.ts'

/** Most that the tool gives. */
const mostShown = 100

type Hit = OutputOf<typeof searchNotes>['results'][number]

// The first semantic search makes the vectors that it needs, within this time; a later one, or a server, makes the
// rest. One by words too, at a terminal, waits only where words did not fill its page.
const vectorsWithinMs = { semantic: 30_000, auto: 5_000 }
/** This process ends: repeated, a search would have to load the model again. */
const modelWithinMs = 10_000

/** `flint search QUERY…` */
export async function search(given: Given<'search'>, cli: Cli): Promise<Outcome> {
  const { query, limit = 10, mode, type, tag, dir, since, until, archived, path, all } = given
  const asked = {
    query: query.join(' '),
    limit,
    include_archived: archived,
    ...defined({
      mode,
      type_filter: type,
      tags: tag?.map((name) => name.replace(/^#/, '')),
      directory: dir,
      since: since && fromLocal(since),
      until: until && fromLocal(until, 'last'),
    }),
    ...(all && { vault_id: '*' }),
  }
  let data = await cli.call(searchNotes, asked)
  if (lacksMeaning(data, { mode, limit })) {
    const withinMs = howLong(data, { mode, limit, cli })
    if (withinMs > 0) await makeVectorsOf(cli, all, withinMs)
    data = await cli.call(searchNotes, asked, { title: 'Loading the model', modelWaitMs: modelWithinMs })
  }
  const { results, total, message, halves } = data
  if (message !== undefined) cli.tell(toPerson(message))
  // Otherwise words alone were enough.
  if (halves?.reason !== undefined && (halves.semantic || mode === 'semantic' || total === 0))
    cli.tell(`${toPerson(halves.reason)}${halves.semantic ? ' flint index --wait makes them.' : ''}`)
  const more = limit < mostShown ? '; --limit shows more' : ''
  if (results.length < total) cli.tell(`${results.length} of ${total} notes${more}.`)
  const lineOf = path ? await filesOf(results, data.vault?.id, cli) : (hit: Hit) => describe(hit, cli)
  const exitCode = total === 0 ? exitCodes.notFound : exitCodes.ok
  return { data, text: results.map(lineOf).join('\n'), isRaw: path, exitCode }
}

type Found = Pick<OutputOf<typeof searchNotes>, 'halves' | 'results'>

/** Whether meaning took no part, or not all of it, in a search that wants it and whose page words did not fill. */
function lacksMeaning(
  { halves, results }: Found,
  { mode, limit }: { readonly mode: string | undefined; readonly limit: number },
): boolean {
  if (halves?.reason === undefined) return false
  return mode === 'semantic' || halves.semantic || results.length < limit
}

/** The time that a search may wait for vectors that are missing; 0 where it waits for none. */
function howLong(
  { results }: Found,
  { mode, limit, cli }: { readonly mode: string | undefined; readonly limit: number; readonly cli: Cli },
): number {
  if (mode === 'semantic') return vectorsWithinMs.semantic
  return cli.canAsk && results.length < limit ? vectorsWithinMs.auto : 0
}

async function makeVectorsOf(cli: Cli, all: boolean, withinMs: number): Promise<void> {
  const { hub } = await cli.app()
  const end = performance.now() + withinMs
  for (const { id } of all ? await hub.known() : await cli.vaultsMeant()) {
    // The search reports a vault that cannot be opened.
    const vault = await hub.open(id).catch(() => null)
    if (vault !== null) await makeVectors(vault, cli, Math.max(0, end - performance.now()))
  }
}

function describe(hit: Hit, { terminal: { paint, width } }: Cli): string {
  const { title = '', score, snippet, line } = hit
  return [
    `${paint('bold', plainPath(placeOf(hit)))}  ${oneLine(title)}  ${paint('dim', score.toFixed(2))}`,
    `  ${paint('dim', `${line}:`)} ${shorten(oneLine(snippet), Math.max(40, width - 10))}`,
  ].join('\n')
}
