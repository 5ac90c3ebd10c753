import type { OutputOf } from '../../call/tool.ts'
import type { bulkDeleteNotes } from '../../tools/notes/bulk-delete-notes.ts'
import type { Cli } from '../cli.ts'
import { oneLine } from '../plain-text.ts'
import { describeStake } from './describe-stake.ts'
import { countOf } from '../count-of.ts'

type Deleted = Omit<OutputOf<typeof bulkDeleteNotes>, 'mode' | 'vault'>

/** What a deletion of several notes says of them. */
export function describeDeleted(
  { notes, note_count: count, ...stake }: Deleted,
  isPlan: boolean,
  { terminal: { paint } }: Cli,
): string {
  if (count === 0) return 'No note fits.'
  const head = `${paint('bold', countOf(count, 'note'))} ${isPlan ? 'would go' : 'went'}:`
  const lines = notes.map(
    ({ id, new_path: newPath }) =>
      `  ${oneLine(id)}${newPath === undefined ? '' : paint('dim', ` → ${oneLine(newPath)}`)}`,
  )
  return [head, ...lines, ...describeStake(stake, isPlan)].join('\n')
}
