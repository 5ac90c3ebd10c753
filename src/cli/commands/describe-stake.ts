import type { OutputOf } from '../../call/tool.ts'
import type { deleteNote } from '../../tools/notes/delete-note.ts'
import { oneLine } from '../plain-text.ts'
import { countOf } from '../count-of.ts'

type Stake = Pick<OutputOf<typeof deleteNote>, 'backlink_count' | 'links_break' | 'backlinks'>

/** What a deletion says of the links to what it deletes. */
export function describeStake(
  { backlink_count: count, backlinks, links_break: breaks }: Stake,
  isPlan: boolean,
): readonly string[] {
  if (count === 0) return []
  if (count === null) return ['How many links lead there is not known: not every note is indexed.']
  const what = breaks ? `${isPlan ? 'Would break' : 'Broke'} the links in` : 'Linked from'
  const lines = backlinks.map(({ id, line_number: line }) => `  ${oneLine(id)}:${line}`)
  const more = count > backlinks.length ? [`  and ${count - backlinks.length} more`] : []
  return [`${what} ${countOf(count, 'place')}${breaks ? '' : ', which follow'}:`, ...lines, ...more]
}
