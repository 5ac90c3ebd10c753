import { z } from 'zod'
import { listChanges } from '../../tools/admin/list-changes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'

const input = z.object({
  note: z.string().optional(),
  since: z.string().optional(),
  limit: z.number().default(20),
})

/** `flint history [NOTE]` */
export async function listHistory(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, since, limit } = input.parse(given)
  const data = await cli.call(listChanges, {
    limit,
    ...(note !== undefined && { identifier: note }),
    ...(since !== undefined && { since }),
  })
  const { changes, total, damage = [] } = data
  if (!cli.isJson) {
    for (const { message } of damage) cli.say(message)
    if (changes.length === 0)
      cli.say(
        damage.length === 0 ? 'Nothing was changed through flint.' : 'No change is left in the listHistory.',
      )
    else if (changes.length < total) cli.say(`${changes.length} of ${total} changes; --limit shows more.`)
  }
  const { paint } = cli.terminal
  const head = ['ID', 'TIME', 'BY', 'FILES'].map((title) => paint('dim', title))
  const rows = changes.map((item) => row(item, cli))
  return { data, text: changes.length === 0 ? '' : formatTable([head, ...rows]) }
}

function row(
  item: OutputOf<typeof listChanges>['changes'][number],
  { terminal: { paint } }: Cli,
): readonly string[] {
  const [file] = item.files
  const first = file === undefined ? '' : [file.path, file.new_path].filter(isNamed).map(oneLine).join(' → ')
  const more = item.file_count > 1 ? ` and ${item.file_count - 1} more` : ''
  const state =
    item.undone_by !== undefined
      ? ` (undone by ${item.undone_by})`
      : item.undoes !== undefined
        ? ` (undoes ${item.undoes})`
        : item.state === 'interrupted'
          ? ' (interrupted)'
          : ''
  return [
    paint('bold', item.change_id),
    item.time.slice(0, 19).replace('T', ' '),
    item.tool,
    `${shorten(first, 80)}${more}${paint('dim', state)}`,
  ]
}

function isNamed(path: string | undefined): path is string {
  return path !== undefined
}
