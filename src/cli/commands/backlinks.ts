import { join } from 'node:path'
import { getBacklinks } from '../../tools/links/get-backlinks.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { linkTo, rootOf } from '../file-of.ts'
import { oneLine, plainPath, shorten } from '../plain-text.ts'

/** `flint backlinks [NOTE]`: what leads to it. */
export async function backlinks(given: Given<'backlinks'>, cli: Cli): Promise<Outcome> {
  const { note, unlinked, path, limit = 100 } = given
  const data = await withNote(note, cli, async (named) =>
    cli.call(getBacklinks, { ...named, include_unlinked: unlinked, limit }),
  )
  const root = await rootOf(cli, data.vault.id)
  const { paint, width } = cli.terminal
  const { backlinks: found, total } = data
  if (found.length === 0) cli.tell(`Nothing links to ${data.id}.`)
  if (found.length < total) cli.tell(`${found.length} of ${total}; --limit shows more.`)
  const text = path
    ? [...new Set(found.map((link) => join(root, link.path)))].join('\n')
    : found
        .map(({ path: from, line_number: line, excerpt, unlinked: isPlain }) =>
          [
            `${linkTo(join(root, from), paint('bold', plainPath(from)), cli.terminal)}:${line}${isPlain === true ? paint('dim', '  not linked') : ''}`,
            `  ${shorten(oneLine(excerpt), Math.max(30, width - 4))}`,
          ].join('\n'),
        )
        .join('\n')
  return { data, text, isRaw: path, exitCode: found.length === 0 ? exitCodes.notFound : exitCodes.ok }
}
