import { openDailyNote } from '../../tools/notes/open-daily-note.ts'
import { defined } from '../../model/defined.ts'
import { findDailyNote } from '../../page/calls/find-daily-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { fileOf } from '../file-of.ts'
import { openInEditor } from '../open-in-editor.ts'
import { oneLine, plainPath } from '../plain-text.ts'

/** `flint daily [DATE]` */
export async function daily({ date, path, open }: Given<'daily'>, cli: Cli): Promise<Outcome> {
  const day = defined({ date })
  const { note, vault } = await cli.call(findDailyNote, day)
  const data = note === null ? await cli.call(openDailyNote, day) : { ...note, vault }
  const { id, created, content = '', warnings = [] } = data
  if (created) cli.tell(`Made ${plainPath(id)}.`)
  for (const warning of warnings) cli.tell(oneLine(warning))
  const file = path || open ? await fileOf(cli, data.vault.id, id) : ''
  if (open) await openInEditor({ vault: data.vault.id, file }, cli)
  if (path || open) return { data: { ...data, file }, text: path ? file : '', isRaw: true }
  return { data, text: content, isRaw: true }
}
