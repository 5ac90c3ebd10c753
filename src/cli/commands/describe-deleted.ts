import type { OutputOf } from '../../call/tool.ts'
import type { bulkDeleteNotes } from '../../tools/notes/bulk-delete-notes.ts'
import type { deleteNote } from '../../tools/notes/delete-note.ts'
import type { Cli } from '../cli.ts'
import { countOf, plainPath } from '../plain-text.ts'
import { describePlanned } from './describe-moved.ts'
import { describeWritten } from './describe-written.ts'

type Deleted = Omit<OutputOf<typeof bulkDeleteNotes>, 'mode' | 'vault'>

/** What a deletion of several notes says of them. */
export function describeDeleted(result: Deleted, isPlan: boolean, cli: Cli): string {
  const { notes, note_count: count } = result
  const { paint } = cli.terminal
  if (count === 0) return 'No note fits.'
  const head = `${paint('bold', countOf(count, 'note'))} ${isPlan ? 'would go' : 'went'}:`
  const lines = notes.map(
    ({ id, new_path: newPath }) =>
      `  ${plainPath(id)}${newPath === undefined ? '' : paint('dim', ` → ${plainPath(newPath)}`)}`,
  )
  const undo = describeWritten(result, '', cli).trim()
  return [head, ...lines, ...describeStake(result, isPlan), ...(undo === '' ? [] : [undo])].join('\n')
}

type Stake = Pick<OutputOf<typeof deleteNote>, 'backlink_count' | 'links_break' | 'backlinks' | 'changes'>

/** What a deletion says of the links to what it deletes. */
export function describeStake(
  { backlink_count: count, backlinks, links_break: breaks, changes }: Stake,
  isPlan: boolean,
): readonly string[] {
  if (count === 0) return []
  if (count === null) return ['How many links lead there is not known: not every note is indexed.']
  const what = breaks ? `${isPlan ? 'Would break' : 'Broke'} the links in` : 'Linked from'
  const lines = backlinks.map(({ id, line_number: line }) => `  ${plainPath(id)}:${line}`)
  const more = count > backlinks.length ? [`  and ${count - backlinks.length} more`] : []
  const head = `${what} ${countOf(count, 'place')}${breaks ? '' : ', which follow'}:`
  return [head, ...lines, ...more, ...describePlanned(changes)]
}
