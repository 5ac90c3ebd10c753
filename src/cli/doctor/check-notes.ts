import { z } from 'zod'
import type { Cli } from '../cli.ts'
import { type Finding, ok, warning } from './finding.ts'

const shape = z.object({ unparsable: z.array(z.object({ path: z.string(), problem: z.string() })) })

const mostNamed = 5

/** Notes whose frontmatter cannot be read: they are indexed as text, and their fields are missing. */
export async function checkNotes(id: string, cli: Cli): Promise<Finding> {
  const { unparsable } = shape.parse(await cli.call('get_vault_info', { vault_id: id, detailed: true }))
  if (unparsable.length === 0) return { ...ok('notes', 'all can be parsed'), vault: id }
  const named = unparsable.slice(0, mostNamed).map(({ path, problem }) => `${path} (${problem})`)
  const more = unparsable.length > mostNamed ? `, and others: flint status ${id}` : ''
  return {
    ...warning(
      'notes',
      `${unparsable.length} notes cannot be parsed: ${named.join(', ')}${more}.`,
      'Mend the YAML between their --- lines. Until then they are found as text.',
    ),
    vault: id,
  }
}
