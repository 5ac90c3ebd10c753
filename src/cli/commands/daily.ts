import { z } from 'zod'
import { openDailyNote } from '../../tools/notes/open-daily-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { withoutControls } from '../plain-text.ts'

const input = z.object({ date: z.string().optional(), path: z.boolean().default(false) })

/** `flint daily [DATE]` */
export async function daily(given: unknown, cli: Cli): Promise<Outcome> {
  const { date, path } = input.parse(given)
  const data = await cli.call(openDailyNote, date === undefined ? {} : { date })
  const { id, created, content = '', warnings = [] } = data
  if (!cli.isJson) {
    if (created) cli.say(`Made ${id}.`)
    for (const warning of warnings) cli.say(warning)
  }
  return { data, text: path ? id : cli.terminal.isWatched ? withoutControls(content) : content }
}
