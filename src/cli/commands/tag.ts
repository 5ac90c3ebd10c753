import { VaultError } from '../../model/vault-error.ts'
import { updateTags } from '../../tools/tags/update-tags.ts'
import { once } from '../../model/once.ts'
import { askWords } from '../ask-at-terminal.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'

/** `flint tag NOTE TAG… --remove TAG` */
export async function tag({ note, tags: added, remove = [] }: Given<'tag'>, cli: Cli): Promise<Outcome> {
  const tags = once(async () => (added.length + remove.length > 0 ? added : await askTags(cli)))
  const bare = (names: readonly string[]) => names.map((name) => name.replace(/^#/, ''))
  const data = await withNote(note, cli, async (named) => {
    const add = bare(await tags())
    return await cli.call(updateTags, {
      ...named,
      ...(add.length > 0 && { add_tags: add }),
      ...(remove.length > 0 && { remove_tags: bare(remove) }),
    })
  })
  return { data, text: describeWritten(data, `${plainPath(data.id)} has ${shown(data.new_tags)}.`, cli) }
}

async function askTags(cli: Cli): Promise<readonly string[]> {
  if (cli.canAsk) return (await askWords('Which tags are added?', cli)).split(/[\s,]+/)
  throw new VaultError('INVALID_ARGUMENT', 'Say which tags to add, or --remove.', {
    hint: 'flint tag NOTE TAG adds one, flint tag NOTE --remove TAG takes one away.',
  })
}

function shown(tags: readonly string[]): string {
  return tags.length === 0 ? 'no tags' : tags.map((tag) => `#${oneLine(tag)}`).join(' ')
}
