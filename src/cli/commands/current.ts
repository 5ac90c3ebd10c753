import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatSize } from '../format-size.ts'
import { formatTable } from '../table.ts'
import { statsShape } from './vault-shape.ts'

const shape = z.object({
  vault: z.object({ id: z.string(), name: z.string() }),
  path: z.string(),
  description: z.string(),
  stats: statsShape,
})

/** `flint current` */
export async function current(_given: unknown, cli: Cli): Promise<Outcome> {
  const data = await cli.call('get_current_vault', {})
  const { vault, path, description, stats } = shape.parse(data)
  const { paint } = cli.terminal
  const text = formatTable(
    [
      ['id', paint('bold', vault.id)],
      ['name', vault.name],
      ['path', path],
      ...(description === '' ? [] : [['description', description]]),
      ['notes', `${stats.notes} (${formatSize(stats.bytes)}, ${stats.words} words)`],
      ['links', `${stats.links}, ${stats.broken_links} broken`],
      ['tags', `${stats.tags}`],
    ].map(([key = '', value = '']) => [paint('dim', key), value]),
  )
  return { data, text }
}
