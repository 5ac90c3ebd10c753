import { z } from 'zod'
import { searchNotes } from '../../tools/search/search-notes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fromLocal } from '../local-time.ts'
import { fileOf } from '../root-of.ts'
import { toPerson } from '../to-person.ts'
import { makeVectors } from '../make-vectors.ts'
import { oneLine, shorten } from '../plain-text.ts'
import { defined } from '../../model/defined.ts'

const input = z.object({
  query: z.array(z.string()),
  limit: z.number().default(10),
  mode: z.string().optional(),
  type: z.string().optional(),
  tag: z.array(z.string()).optional(),
  dir: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  archived: z.boolean().default(false),
  path: z.boolean().default(false),
  all: z.boolean().default(false),
})

/** Most that the tool gives. */
const mostShown = 100

type Hit = OutputOf<typeof searchNotes>['results'][number]

// The first semantic search makes the vectors that it needs, within this time; a later one, or a server, makes the
// rest. One by words too, at a terminal, waits only where words did not fill its page.
const vectorsWithinMs = { semantic: 30_000, auto: 5_000 }

/** `flint search QUERY…` */
export async function search(given: unknown, cli: Cli): Promise<Outcome> {
  const { query, limit, mode, type, tag, dir, since, until, archived, path, all } = input.parse(given)
  const ask = async () =>
    await cli.call(searchNotes, {
      query: query.join(' '),
      limit,
      include_archived: archived,
      ...defined({ mode, type_filter: type }),
      ...(tag !== undefined && { tags: tag.map((name) => name.replace(/^#/, '')) }),
      ...defined({
        directory: dir,
        since: since && fromLocal(since),
        until: until && fromLocal(until, 'last'),
      }),
      ...(all && { vault_id: '*' }),
    })
  let data = await ask()
  const withinMs = howLong(data, { mode, limit, cli })
  if (withinMs > 0) {
    await makeVectorsOf(cli, all, withinMs)
    data = await ask()
  }
  const { results, total, message, halves } = data
  if (!cli.isJson) {
    if (message !== undefined) cli.say(toPerson(message))
    // Otherwise words alone were enough.
    if (halves?.reason !== undefined && (halves.semantic || mode === 'semantic' || total === 0))
      cli.say(
        halves.semantic
          ? `${toPerson(halves.reason)} flint index --wait makes them.`
          : toPerson(halves.reason),
      )
    const more = limit < mostShown ? '; --limit shows more' : ''
    if (results.length < total) cli.say(`${results.length} of ${total} notes${more}.`)
  }
  const text = path ? await filesOf(results, data.vault?.id, cli) : results.map((hit) => describe(hit, cli))
  return {
    data,
    text: text.join('\n'),
    ...(path && { isRaw: true }),
    ...(total === 0 && { exitCode: exitCodes.notFound }),
  }
}

/** The time that a search may wait for meaning which is missing; 0 where it waits for none. */
function howLong(
  { halves, results }: OutputOf<typeof searchNotes>,
  { mode, limit, cli }: { readonly mode: string | undefined; readonly limit: number; readonly cli: Cli },
): number {
  if (halves?.reason === undefined) return 0
  if (mode === 'semantic') return vectorsWithinMs.semantic
  const isAuto = mode === undefined || mode === 'auto'
  return isAuto && cli.terminal.canAsk && !cli.isJson && results.length < limit ? vectorsWithinMs.auto : 0
}

async function filesOf(
  hits: readonly Hit[],
  vault: string | undefined,
  cli: Cli,
): Promise<readonly string[]> {
  return await Promise.all(hits.map(async (hit) => fileOf(cli, hit.vault_id ?? vault ?? '', hit.path ?? '')))
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

function describe(
  { vault_id: vault, path = '', title = '', score, snippet, line }: Hit,
  { terminal: { paint, width } }: Cli,
): string {
  const where = vault === undefined ? path : `${vault}: ${path}`
  return [
    `${paint('bold', oneLine(where))}  ${oneLine(title)}  ${paint('dim', score.toFixed(2))}`,
    `  ${paint('dim', `${line}:`)} ${shorten(oneLine(snippet), Math.max(40, width - 10))}`,
  ].join('\n')
}
