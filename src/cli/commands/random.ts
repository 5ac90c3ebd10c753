import { z } from 'zod'
import { searchNotesSql } from '../../tools/search/search-notes-sql.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fileOf } from '../note-file.ts'
import { openInEditor } from '../open-in-editor.ts'
import { oneLine } from '../plain-text.ts'

const input = z.object({
  type: z.string().optional(),
  dir: z.string().optional(),
  path: z.boolean().default(false),
  open: z.boolean().default(false),
})

/** `flint random`: a note to come across. */
export async function random(given: unknown, cli: Cli): Promise<Outcome> {
  const { type, dir, path, open } = input.parse(given)
  const folder = dir?.replace(/^\/+|\/+$/g, '')
  const conditions = [
    `path NOT LIKE 'archives/%'`,
    ...(type === undefined ? [] : ['type = ?']),
    ...(folder === undefined || folder === '' ? [] : ["substr(path, 1, length(?) + 1) = ? || '/'"]),
  ]
  const data = await cli.call(searchNotesSql, {
    query: `SELECT path, title FROM notes WHERE ${conditions.join(' AND ')} ORDER BY random() LIMIT 1`,
    params: [
      ...(type === undefined ? [] : [type]),
      ...(folder === undefined || folder === '' ? [] : [folder, folder]),
    ],
  })
  const [row] = data.results
  if (row === undefined) {
    if (!cli.isJson) cli.say('No note.')
    return { data: {}, text: '', exitCode: exitCodes.notFound }
  }
  const id = String(row['path'])
  const file = await fileOf(cli, data.vault.id, id)
  if (open) await openInEditor(file, cli)
  const title = oneLine(String(row['title']))
  const told = { id, title: row['title'], file, vault: data.vault }
  return { data: told, text: path ? file : `${cli.terminal.paint('bold', oneLine(id))}  ${title}` }
}
