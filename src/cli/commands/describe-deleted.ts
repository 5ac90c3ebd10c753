import type { OutputOf } from '../../call/tool.ts'
import type { bulkDeleteNotes } from '../../tools/notes/bulk-delete-notes.ts'
import type { Cli } from '../cli.ts'
import { oneLine } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'
import { describeStake } from './describe-stake.ts'
import { countOf } from '../count-of.ts'

type Deleted = Omit<OutputOf<typeof bulkDeleteNotes>, 'mode' | 'vault'>

/** What a deletion of several notes says of them. */
export function describeDeleted(result: Deleted, isPlan: boolean, cli: Cli): string {
  const { notes, note_count: count } = result
  const { paint } = cli.terminal
  if (count === 0) return 'No note fits.'
  const head = `${paint('bold', countOf(count, 'note'))} ${isPlan ? 'would go' : 'went'}:`
  const lines = notes.map(
    ({ id, new_path: newPath }) =>
      `  ${oneLine(id)}${newPath === undefined ? '' : paint('dim', ` → ${oneLine(newPath)}`)}`,
  )
  const undo = describeWritten(result, '', cli).trim()
  return [head, ...lines, ...describeStake(result, isPlan), ...(undo === '' ? [] : [undo])].join('\n')
}
