import { z } from 'zod'
import { checkVaultHealth } from '../../tools/links/check-vault-health.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatTable } from '../table.ts'

const input = z.object({
  id: z.string().optional(),
  days: z.number().optional(),
  limit: z.number().default(10),
})

/** `flint health [ID]` */
export async function health(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, days, limit } = input.parse(given)
  const data = await cli.call(checkVaultHealth, {
    limit,
    ...(id !== undefined && { vault_id: id }),
    ...(days !== undefined && { stale_days: days }),
  })
  return { data, text: data.vault === undefined ? '' : describe(data, cli) }
}

function describe(
  found: Extract<OutputOf<typeof checkVaultHealth>, { readonly vaults?: undefined }>,
  { terminal: { paint } }: Cli,
): string {
  const parts: readonly (readonly [keyof typeof found.counts, string, readonly string[]])[] = [
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
  const { counts } = found
  const head = formatTable([
    [paint('dim', 'notes'), `${counts.notes}`],
    ...parts.map(([key, title]) => [paint('dim', title.toLowerCase()), `${counts[key]}`]),
  ])
  const lists = parts
    .filter(([, , items]) => items.length > 0)
    .flatMap(([key, title, items]) => {
      const more = counts[key] - items.length
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
