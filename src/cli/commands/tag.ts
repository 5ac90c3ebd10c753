import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { updateTags } from '../../tools/tags/update-tags.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine } from '../plain-text.ts'
import { describeWritten } from './describe-written.ts'

const input = z.object({
  note: z.string(),
  tags: z.array(z.string()).default([]),
  remove: z.array(z.string()).optional(),
})

/** `flint tag NOTE TAG… --remove TAG` */
export async function tag(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, tags, remove = [] } = input.parse(given)
  if (tags.length + remove.length === 0)
    throw new VaultError('INVALID_ARGUMENT', 'Say which tags to add, or --remove.')
  const bare = (names: readonly string[]) => names.map((name) => name.replace(/^#/, ''))
  const data = await cli.call(updateTags, {
    identifier: note,
    ...(tags.length > 0 && { add_tags: bare(tags) }),
    ...(remove.length > 0 && { remove_tags: bare(remove) }),
  })
  return { data, text: describeWritten(data, `${oneLine(data.id)} has ${shown(data.new_tags)}.`, cli) }
}

function shown(tags: readonly string[]): string {
  return tags.length === 0 ? 'no tags' : tags.map((tag) => `#${oneLine(tag)}`).join(' ')
}
