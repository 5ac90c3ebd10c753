import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { withoutControls } from '../plain-text.ts'

const input = z.object({ text: z.array(z.string()) })
const shape = z.object({ path: z.string(), appended_line: z.string(), inbox_item_count: z.number() })

/** `flint capture TEXT…` */
export async function capture(given: unknown, cli: Cli): Promise<Outcome> {
  const { text } = input.parse(given)
  const data = await cli.call('capture_to_inbox', { text: text.join(' ') })
  const { path, appended_line: line, inbox_item_count: count } = shape.parse(data)
  const items = count === 1 ? '1 item' : `${count} items`
  return { data, text: `${withoutControls(line)}\n${path} has ${items} now.` }
}
