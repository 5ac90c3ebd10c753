import { defined } from '../../model/defined.ts'
import { pickAnyNote } from '../../page/calls/pick-any-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fileOf } from '../file-of.ts'
import { openInEditor } from '../open-in-editor.ts'
import { oneLine, plainPath } from '../plain-text.ts'

/** `flint random`: a note to come across. */
export async function random({ type, dir, path, open }: Given<'random'>, cli: Cli): Promise<Outcome> {
  const directory = dir?.replace(/^\/+|\/+$/g, '')
  const data = await cli.call(pickAnyNote, defined({ type, directory }))
  if (data.note === null) {
    cli.tell('No note.')
    return { data: {}, text: '', exitCode: exitCodes.notFound }
  }
  const { path: id, title } = data.note
  const file = await fileOf(cli, data.vault.id, id)
  if (open) await openInEditor({ vault: data.vault.id, file }, cli)
  const told = { id, title, file, vault: data.vault }
  if (path) return { data: told, text: file, isRaw: true }
  return { data: told, text: `${cli.terminal.paint('bold', plainPath(id))}  ${oneLine(title)}` }
}
