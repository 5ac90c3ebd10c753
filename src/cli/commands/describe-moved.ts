import type { OutputOf } from '../../call/tool.ts'
import type { moveNote } from '../../tools/notes/move-note.ts'
import type { Cli } from '../cli.ts'
import { countOf, oneLine, plainPath, withoutControls } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'

/** Where a note went, and what follows it. */
export function describeMoved(data: OutputOf<typeof moveNote>, isPlan: boolean, cli: Cli): string {
  const { old_path: from, new_path: to, old_title: before, new_title: after } = data
  const { paint } = cli.terminal
  const verb = isPlan ? 'would be' : 'is'
  const name =
    from !== to
      ? `${plainPath(from)} ${verb} ${paint('bold', plainPath(to))} now.`
      : `${paint('bold', plainPath(to))} ${verb} called "${oneLine(after ?? before ?? '')}" now.`
  const { updated_link_count: links, updated_reference_count: notes } = data
  const followed =
    links === 0
      ? ''
      : ` ${countOf(links, 'link')} in ${countOf(notes, 'note')} ${isPlan ? 'would follow' : 'followed'}.`
  return [describeWritten(data, `${name}${followed}`, cli), ...describePlanned(data.changes)].join('\n')
}

/** The diffs of a dry run. */
export function describePlanned(changes: OutputOf<typeof moveNote>['changes'] = []): readonly string[] {
  return changes.map(({ diff }) => withoutControls(diff)).filter(Boolean)
}
