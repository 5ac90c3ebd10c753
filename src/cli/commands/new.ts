import { createNote } from '../../tools/notes/create-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { fileOf } from '../file-of.ts'
import { editorOf, openNew } from '../open-in-editor.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { readAll } from '../read-all.ts'
import { defined } from '../../model/defined.ts'

/** `flint new TITLE…`: makes a note, opens it where a person is at the terminal, and prints its path. */
export async function newNote(given: Given<'new'>, cli: Cli): Promise<Outcome> {
  const { title, type, folder, dir = folder, template, tag, edit } = given
  const piped = cli.streams.stdin.isTTY === true ? '' : await readAll(cli.streams.stdin)
  const data = await cli.call(createNote, {
    ...(title.length > 0 && { title: title.join(' ') }),
    ...defined({ type, directory: dir, template, tags: tag?.map((name) => name.replace(/^#/, '')) }),
    ...(piped.trim() !== '' && { content: piped }),
  })
  const path = 'path' in data ? (data.path ?? '') : ''
  const file = await fileOf(cli, data.vault.id, path)
  for (const warning of ('warnings' in data ? data.warnings : undefined) ?? []) cli.tell(oneLine(warning))
  for (const near of ('similar_notes' in data ? data.similar_notes : undefined) ?? [])
    cli.tell(`Like it: ${plainPath(near.path)} (${near.reason})`)
  const opens = edit && cli.canAsk && cli.terminal.isWatched
  const ended =
    opens && editorOf(cli) !== null ? await openNew({ vault: data.vault.id, file }, cli) : { text: file }
  return { data: { ...data, file }, isRaw: true, ...ended }
}
