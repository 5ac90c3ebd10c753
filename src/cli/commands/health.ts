import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatTable } from '../table.ts'

const input = z.object({
  id: z.string().optional(),
  days: z.number().optional(),
  limit: z.number().default(10),
})

const shape = z.object({
  counts: z.record(z.string(), z.number()),
  broken_links: z.array(
    z.object({ source_note_id: z.string(), line_number: z.number(), target_title: z.string() }),
  ),
  orphans: z.array(z.object({ path: z.string() })),
  stale_notes: z.array(z.object({ path: z.string(), updated: z.string() })),
  duplicate_names: z.array(z.object({ name: z.string(), paths: z.array(z.string()) })),
  unparsable: z.array(z.object({ path: z.string(), problem: z.string() })),
})

/** `flint health [ID]` */
export async function health(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, days, limit } = input.parse(given)
  const data = await cli.call('check_vault_health', {
    limit,
    ...(id !== undefined && { vault_id: id }),
    ...(days !== undefined && { stale_days: days }),
  })
  return { data, text: describe(shape.parse(data), cli) }
}

function describe(found: z.output<typeof shape>, { terminal: { paint } }: Cli): string {
  const parts: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'broken_links',
      'Broken links',
      found.broken_links.map((link) => `${link.source_note_id}:${link.line_number}  ${link.target_title}`),
    ],
    ['orphans', 'Without any link', found.orphans.map(({ path }) => path)],
    [
      'stale_notes',
      'Untouched for long',
      found.stale_notes.map(({ path, updated }) => `${path}  ${updated.slice(0, 10)}`),
    ],
    [
      'duplicate_names',
      'Names of several notes',
      found.duplicate_names.map(({ name, paths }) => `${name}: ${paths.join(', ')}`),
    ],
    [
      'unparsable',
      'Frontmatter that cannot be read',
      found.unparsable.map(({ path, problem }) => `${path}: ${problem}`),
    ],
  ]
  const count = (key: string) => found.counts[key] ?? 0
  const head = formatTable([
    [paint('dim', 'notes'), `${count('notes')}`],
    ...parts.map(([key, title]) => [paint('dim', title.toLowerCase()), `${count(key)}`]),
  ])
  const lists = parts
    .filter(([, , items]) => items.length > 0)
    .flatMap(([key, title, items]) => {
      const more = count(key) - items.length
      return [
        '',
        paint('yellow', `${title}:`),
        ...[...items, ...(more > 0 ? [`and ${more} more`] : [])].map(indented),
      ]
    })
  return [head, ...lists].join('\n')
}

function indented(line: string): string {
  return `  ${line}`
}
