import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatSize } from '../format-size.ts'
import { statsShape, vaultShape } from './vault-shape.ts'
import { countOf } from '../count-of.ts'

const input = z.object({ id: z.string() })
const shape = z.object({ vault: vaultShape, stats: statsShape })

/** `flint switch ID` */
export async function switchVault(given: unknown, cli: Cli): Promise<Outcome> {
  const { id } = input.parse(given)
  const data = await cli.call('switch_vault', { vault_id: id })
  const { vault, stats } = shape.parse(data)
  if (!vault.registered && !cli.isJson) {
    // Only the registry remembers, and it does not list this one.
    cli.say(
      `${id} is not in the registry, so nothing remembers this. Register it: flint create ${id} NAME ${vault.path}`,
    )
  }
  const { paint } = cli.terminal
  return {
    data,
    text: `Now active: ${paint('bold', vault.id)} (${vault.name}), ${countOf(stats.notes, 'note')}, ${formatSize(stats.bytes)}.`,
  }
}
