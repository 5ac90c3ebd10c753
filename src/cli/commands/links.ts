import { getLinks } from '../../tools/links/get-links.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { linkTo, rootOf } from '../file-of.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { join } from 'node:path'

/** `flint links [NOTE]`: where it leads. */
export async function links({ note, path, limit = 1_000 }: Given<'links'>, cli: Cli): Promise<Outcome> {
  const data = await withNote(note, cli, async (named) => cli.call(getLinks, { ...named, limit }))
  const root = await rootOf(cli, data.vault.id)
  const { paint } = cli.terminal
  const { links: found } = data
  if (found.length === 0) cli.tell(`${data.id} links to nothing.`)
  const text = path
    ? [...new Set(found.flatMap((link) => (link.path === null ? [] : [join(root, link.path)])))].join('\n')
    : formatTable(
        found.map((link) => [
          paint('dim', `${link.line_number}`),
          link.path === null
            ? paint('red', 'broken')
            : linkTo(join(root, link.path), paint('bold', plainPath(link.path)), cli.terminal),
          `${oneLine(link.title)}${link.heading === undefined ? '' : ` # ${oneLine(link.heading)}`}`,
        ]),
        cli.terminal.width,
      )
  return { data, text, isRaw: path, exitCode: found.length === 0 ? exitCodes.notFound : exitCodes.ok }
}
