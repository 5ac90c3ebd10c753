import { captureToInbox } from '../../tools/inbox/capture-to-inbox.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { countOf, plainPath, withoutControls } from '../plain-text.ts'
import { textOrPipe } from '../text-or-pipe.ts'

/** `flint capture [TEXT…]` */
export async function capture({ text }: Given<'capture'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(captureToInbox, { text: await textOrPipe(text, cli, 'What is the thought?') })
  const { path, appended_line: line, inbox_item_count: count } = data
  return { data, text: `${withoutControls(line)}\n${plainPath(path)} has ${countOf(count, 'item')} now.` }
}
