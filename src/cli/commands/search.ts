import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, shorten } from '../plain-text.ts'

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
  all: z.boolean().default(false),
})

const shape = z.object({
  results: z.array(
    z.object({
      vault_id: z.string().optional(),
      path: z.string(),
      title: z.string(),
      score: z.number(),
      snippet: z.string(),
      line: z.number(),
    }),
  ),
  total: z.number(),
  message: z.string().optional(),
  freshness: z.object({ message: z.string() }).optional(),
})

/** `flint search QUERY…` */
export async function search(given: unknown, cli: Cli): Promise<Outcome> {
  const { query, limit, mode, type, tag, dir, since, until, archived, all } = input.parse(given)
  const data = await cli.call('search_notes', {
    query: query.join(' '),
    limit,
    include_archived: archived,
    ...(mode !== undefined && { mode }),
    ...(type !== undefined && { type_filter: type }),
    ...(tag !== undefined && { tags: tag.map((name) => name.replace(/^#/, '')) }),
    ...(dir !== undefined && { directory: dir }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(all && { vault_id: '*' }),
  })
  const { results, total, message, freshness } = shape.parse(data)
  if (!cli.isJson) {
    for (const notice of [message, freshness?.message]) if (notice !== undefined) cli.say(notice)
    if (results.length < total) cli.say(`${results.length} of ${total} notes; --limit shows more.`)
  }
  return { data, text: results.map((hit) => describe(hit, cli)).join('\n') }
}

function describe(
  { vault_id: vault, path, title, score, snippet, line }: z.output<typeof shape>['results'][number],
  { terminal: { paint, width } }: Cli,
): string {
  const where = vault === undefined ? path : `${vault}: ${path}`
  return [
    `${paint('bold', oneLine(where))}  ${oneLine(title)}  ${paint('dim', score.toFixed(2))}`,
    `  ${paint('dim', `${line}:`)} ${shorten(oneLine(snippet), Math.max(40, width - 10))}`,
  ].join('\n')
}
