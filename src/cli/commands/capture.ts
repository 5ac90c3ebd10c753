import { z } from 'zod'
import { captureToInbox } from '../../tools/inbox/capture-to-inbox.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, withoutControls } from '../plain-text.ts'
import { textOrPipe } from '../text-or-pipe.ts'

const input = z.object({ text: z.array(z.string()).optional() })

/** `flint capture [TEXT…]` */
export async function capture(given: unknown, cli: Cli): Promise<Outcome> {
  const { text } = input.parse(given)
  const data = await cli.call(captureToInbox, { text: await textOrPipe(text, cli, 'What is the thought?') })
  const { path, appended_line: line, inbox_item_count: count } = data
  const items = count === 1 ? '1 item' : `${count} items`
  return { data, text: `${withoutControls(line)}\n${oneLine(path)} has ${items} now.` }
}
