import { checkVaultHealth } from '../../tools/links/check-vault-health.ts'
import type { OutputOf } from '../../call/tool.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { dayShown } from '../local-time.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { toPerson } from '../to-person.ts'

/** `flint health [ID]` */
export async function health({ id, days, limit = 10 }: Given<'health'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(checkVaultHealth, { limit, ...defined({ vault_id: id, stale_days: days }) })
  return { data, text: data.vault === undefined ? describeAll(data.vaults, cli) : describe(data, cli) }
}

type Outputs = OutputOf<typeof checkVaultHealth>
type Part = Exclude<Outputs, { readonly vaults?: undefined }>['vaults'][number]
type Found = Omit<Part, 'id' | 'name' | 'is_current'>

function describeAll(vaults: readonly Part[], cli: Cli): string {
  const { paint } = cli.terminal
  const parts = vaults.map((vault) => {
    const { error } = vault
    const said =
      error === undefined
        ? describe(vault, cli)
        : `${paint('red', 'unavailable')}: ${toPerson(error.message)}`
    return `${paint('bold', vault.id)}\n${said}`
  })
  return parts.join('\n\n')
}

function describe(found: Found, { terminal: { paint } }: Cli): string {
  const { counts, broken_links: broken = [], orphans = [], stale_notes: stale = [] } = found
  const { duplicate_names: duplicates = [], unparsable = [] } = found
  if (counts === undefined) return ''
  const parts: readonly (readonly [keyof typeof counts, string, readonly string[]])[] = [
    [
      'broken_links',
      'Broken links',
      broken.map(
        (link) => `${plainPath(link.source_note_id)}:${link.line_number}  ${oneLine(link.target_title)}`,
      ),
    ],
    ['orphans', 'Without any link', orphans.map(({ path }) => plainPath(path))],
    [
      'stale_notes',
      'Untouched for long',
      stale.map(({ path, updated }) => `${plainPath(path)}  ${dayShown(updated)}`),
    ],
    [
      'duplicate_names',
      'Names of several notes',
      duplicates.map(({ name, paths }) => `${oneLine(name)}: ${paths.map(plainPath).join(', ')}`),
    ],
    [
      'unparsable',
      'Frontmatter that cannot be read',
      unparsable.map(({ path, problem }) => `${plainPath(path)}: ${oneLine(problem)}`),
    ],
  ]
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
        ...[...items, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`),
      ]
    })
  return [head, ...lists].join('\n')
}
