import { z } from 'zod'
import { oneLine } from '../plain-text.ts'
import { countOf } from '../count-of.ts'

/** What a deletion says of the links to what it deletes. */
export const stakeShape = {
  backlink_count: z.number().nullable(),
  links_break: z.boolean(),
  backlinks: z.array(z.object({ id: z.string(), line_number: z.number() })),
}

export function describeStake(
  { backlink_count: count, backlinks, links_break: breaks }: z.output<z.ZodObject<typeof stakeShape>>,
  isPlan: boolean,
): readonly string[] {
  if (count === 0 || count === null) return []
  const what = breaks ? `${isPlan ? 'Would break' : 'Broke'} the links in` : 'Linked from'
  const lines = backlinks.map(({ id, line_number: line }) => `  ${oneLine(id)}:${line}`)
  const more = count > backlinks.length ? [`  and ${count - backlinks.length} more`] : []
  return [`${what} ${countOf(count, 'place')}${breaks ? '' : ', which follow'}:`, ...lines, ...more]
}
