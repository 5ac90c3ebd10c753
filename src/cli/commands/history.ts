import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'

const input = z.object({
  note: z.string().optional(),
  since: z.string().optional(),
  limit: z.number().default(20),
})

const change = z.object({
  change_id: z.string(),
  time: z.string(),
  tool: z.string(),
  state: z.string(),
  undone_by: z.string().optional(),
  undoes: z.string().optional(),
  files: z.array(z.object({ kind: z.string(), path: z.string(), new_path: z.string().optional() })),
  file_count: z.number(),
})

const shape = z.object({ changes: z.array(change), total: z.number() })

/** `flint history [NOTE]` */
export async function history(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, since, limit } = input.parse(given)
  const data = await cli.call('list_changes', {
    limit,
    ...(note !== undefined && { identifier: note }),
    ...(since !== undefined && { since }),
  })
  const { changes, total } = shape.parse(data)
  if (!cli.isJson) {
    if (changes.length === 0) cli.say('Nothing was changed through flint.')
    else if (changes.length < total) cli.say(`${changes.length} of ${total} changes; --limit shows more.`)
  }
  const { paint } = cli.terminal
  const head = ['ID', 'TIME', 'BY', 'FILES'].map((title) => paint('dim', title))
  const rows = changes.map((item) => row(item, cli))
  return { data, text: changes.length === 0 ? '' : formatTable([head, ...rows]) }
}

function row(item: z.output<typeof change>, { terminal: { paint } }: Cli): readonly string[] {
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
