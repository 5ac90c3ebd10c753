import { z } from 'zod'
import { openDailyNote } from '../../tools/notes/open-daily-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { fileOf } from '../root-of.ts'
import { openInEditor } from '../open-in-editor.ts'
import { oneLine } from '../plain-text.ts'

const input = z.object({
  date: z.string().optional(),
  path: z.boolean().default(false),
  open: z.boolean().default(false),
})

/** `flint daily [DATE]` */
export async function daily(given: unknown, cli: Cli): Promise<Outcome> {
  const { date, path, open } = input.parse(given)
  const data = await cli.call(openDailyNote, date === undefined ? {} : { date })
  const { id, created, content = '', warnings = [] } = data
  if (!cli.isJson) {
    if (created) cli.say(`Made ${oneLine(id)}.`)
    for (const warning of warnings) cli.say(oneLine(warning))
  }
  const file = path || open ? await fileOf(cli, data.vault.id, id) : ''
  if (open) await openInEditor({ vault: data.vault.id, file }, cli)
  if (path || open) return { data: { ...data, file }, text: path ? file : '', isRaw: true }
  return { data, text: content, isRaw: true }
}
