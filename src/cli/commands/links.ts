import { z } from 'zod'
import { getLinks } from '../../tools/links/get-links.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { rootOf } from '../root-of.ts'
import { oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { linkTo } from '../terminal-link.ts'
import { join } from 'node:path'

const input = z.object({
  note: z.string().optional(),
  path: z.boolean().default(false),
  limit: z.number().default(1_000),
})

/** `flint links [NOTE]`: where it leads. */
export async function links(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, path, limit } = input.parse(given)
  const data = await withNote(note, cli, async (named) => cli.call(getLinks, { ...named, limit }))
  const root = await rootOf(cli, data.vault.id)
  const { paint } = cli.terminal
  const { links: found } = data
  if (found.length === 0 && !cli.isJson) cli.say(`${data.id} links to nothing.`)
  const text = path
    ? [...new Set(found.flatMap((link) => (link.path === null ? [] : [join(root, link.path)])))].join('\n')
    : formatTable(
        found.map((link) => [
          paint('dim', `${link.line_number}`),
          link.path === null
            ? paint('red', 'broken')
            : linkTo(join(root, link.path), paint('bold', oneLine(link.path)), cli.terminal),
          `${oneLine(link.title)}${link.heading === undefined ? '' : ` # ${oneLine(link.heading)}`}`,
        ]),
        cli.terminal.width,
      )
  return {
    data,
    text,
    ...(path && { isRaw: true }),
    ...(found.length === 0 && { exitCode: exitCodes.notFound }),
  }
}
