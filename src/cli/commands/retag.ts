import { renameTag } from '../../tools/tags/rename-tag.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { countOf, oneLine } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'

/** `flint retag FROM TO`: in every note at once. */
export async function retag({ from, to, dryRun }: Given<'retag'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(renameTag, {
    from: from.replace(/^#/, ''),
    to: to.replace(/^#/, ''),
    dry_run: dryRun,
  })
  const { note_count: notes, tag_count: places, merged } = data
  const verb = dryRun ? 'would be' : 'is'
  const joined = merged ? ', which was there already' : ''
  const done = `#${oneLine(data.from)} ${verb} #${oneLine(data.to)}${joined}, in ${countOf(places, 'place')} of ${countOf(notes, 'note')}.`
  return { data, text: describeWritten(data, done, cli) }
}
