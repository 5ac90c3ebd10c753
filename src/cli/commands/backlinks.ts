import { join } from 'node:path'
import { z } from 'zod'
import { getBacklinks } from '../../tools/links/get-backlinks.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { rootOf } from '../root-of.ts'
import { oneLine, shorten } from '../plain-text.ts'
import { linkTo } from '../terminal-link.ts'

const input = z.object({
  note: z.string().optional(),
  unlinked: z.boolean().default(false),
  path: z.boolean().default(false),
  limit: z.number().default(100),
})

/** `flint backlinks [NOTE]`: what leads to it. */
export async function backlinks(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, unlinked, path, limit } = input.parse(given)
  const data = await withNote(note, cli, async (named) =>
    cli.call(getBacklinks, { ...named, include_unlinked: unlinked, limit }),
  )
  const root = await rootOf(cli, data.vault.id)
  const { paint, width } = cli.terminal
  const { backlinks: found, total } = data
  if (!cli.isJson) {
    if (found.length === 0) cli.say(`Nothing links to ${data.id}.`)
    if (found.length < total) cli.say(`${found.length} of ${total}; --limit shows more.`)
  }
  const text = path
    ? [...new Set(found.map((link) => join(root, link.path)))].join('\n')
    : found
        .map(({ path: from, line_number: line, excerpt, unlinked: isPlain }) =>
          [
            `${linkTo(join(root, from), paint('bold', oneLine(from)), cli.terminal)}:${line}${isPlain === true ? paint('dim', '  not linked') : ''}`,
            `  ${shorten(oneLine(excerpt), Math.max(30, width - 4))}`,
          ].join('\n'),
        )
        .join('\n')
  return {
    data,
    text,
    ...(path && { isRaw: true }),
    ...(found.length === 0 && { exitCode: exitCodes.notFound }),
  }
}
