import { z } from 'zod'
import { getTags } from '../../tools/tags/get-tags.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'

const input = z.object({
  start: z.string().optional(),
  limit: z.number().default(2_000),
  all: z.boolean().default(false),
})

/** `flint tags [START]`: the tags there are, with the number of their notes. */
export async function tags(given: unknown, cli: Cli): Promise<Outcome> {
  const { start, limit, all } = input.parse(given)
  const data = await cli.call(getTags, {
    limit,
    ...(start !== undefined && { filter: start.replace(/^#/, '') }),
    ...(all && { vault_id: '*' }),
  })
  const { paint } = cli.terminal
  if (data.tags.length === 0 && !cli.isJson) cli.say('No tag.')
  const rows = data.tags.map(({ vault_id: vault, tag, count = 0 }) => [
    ...(vault === undefined ? [] : [paint('dim', vault)]),
    paint('cyan', `#${oneLine(tag)}`),
    `${count}`,
  ])
  return { data, text: formatTable(rows), ...(rows.length === 0 && { exitCode: exitCodes.notFound }) }
}
