import { getTags } from '../../tools/tags/get-tags.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'

/** `flint tags [START]`: the tags there are, with the number of their notes. */
export async function tags({ start, limit = 2_000, all }: Given<'tags'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(getTags, {
    limit,
    ...defined({ filter: start?.replace(/^#/, '') }),
    ...(all && { vault_id: '*' }),
  })
  const { paint } = cli.terminal
  if (data.tags.length === 0) cli.tell('No tag.')
  const rows = data.tags.map(({ vault_id: vault, tag, count = 0 }) => [
    ...(vault === undefined ? [] : [paint('dim', vault)]),
    paint('cyan', `#${oneLine(tag)}`),
    `${count}`,
  ])
  return { data, text: formatTable(rows), ...(rows.length === 0 && { exitCode: exitCodes.notFound }) }
}
