import { join } from 'node:path'
import { findRelatedNotes } from '../../tools/search/find-related-notes.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { linkTo, rootOf } from '../file-of.ts'
import { oneLine, plainPath, shorten } from '../plain-text.ts'
import { toPerson } from '../to-person.ts'

/** `flint related [NOTE…]`: what is near in meaning to a note, or to several together. */
export async function related({ note, path, limit = 10 }: Given<'related'>, cli: Cli): Promise<Outcome> {
  const data =
    note.length > 1
      ? await cli.call(findRelatedNotes, { identifiers: note, limit })
      : await withNote(note[0], cli, async (named) => cli.call(findRelatedNotes, { ...named, limit }))
  const root = await rootOf(cli, data.vault.id)
  const { paint, width } = cli.terminal
  const { related: found, halves, total } = data
  if (halves.reason !== undefined) cli.tell(toPerson(halves.reason))
  if (found.length === 0) cli.tell(`No note is near ${note.length > 1 ? 'them' : 'it'}.`)
  if (found.length < total) cli.tell(`${found.length} of ${total} notes; --limit shows more.`)
  const text = path
    ? found.map((hit) => join(root, hit.path ?? '')).join('\n')
    : found
        .map(({ path: at = '', title = '', score, snippet, line, is_linked: isLinked }) =>
          [
            `${linkTo(join(root, at), paint('bold', plainPath(at)), cli.terminal)}  ${oneLine(title)}  ${paint('dim', `${score.toFixed(2)}${isLinked ? ', linked' : ''}`)}`,
            `  ${paint('dim', `${line}:`)} ${shorten(oneLine(snippet), Math.max(30, width - 10))}`,
          ].join('\n'),
        )
        .join('\n')
  return { data, text, isRaw: path, exitCode: found.length === 0 ? exitCodes.notFound : exitCodes.ok }
}
