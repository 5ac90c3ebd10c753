import { getCurrentVault } from '../../tools/vaults/get-current-vault.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { countOf, formatSize } from '../plain-text.ts'
import { formatTable } from '../table.ts'

/** `flint current` */
export async function current(_given: unknown, cli: Cli): Promise<Outcome> {
  const data = await cli.call(getCurrentVault, {})
  const { vault, path, description, stats } = data
  const { paint } = cli.terminal
  const text = formatTable(
    [
      ['id', paint('bold', vault.id)],
      ['name', vault.name],
      ['path', path],
      ...(description === '' ? [] : [['description', description]]),
      // A vault without an index has no counts.
      ...(stats === null
        ? []
        : [
            ['notes', `${stats.notes} (${formatSize(stats.bytes)}, ${countOf(stats.words, 'word')})`],
            ['links', `${stats.links}, ${stats.broken_links} broken`],
            ['tags', `${stats.tags}`],
          ]),
    ].map(([key = '', value = '']) => [paint('dim', key), value]),
  )
  return { data, text }
}
