import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { vaultShape } from './vault-shape.ts'

const input = z.object({ id: z.string() })
const shape = z.object({ vault: vaultShape })

/** `flint remove ID` */
export async function remove(given: unknown, cli: Cli): Promise<Outcome> {
  const { id } = input.parse(given)
  const data = await cli.call('remove_vault', { vault_id: id })
  const { vault } = shape.parse(data)
  return {
    data,
    text: `${cli.terminal.paint('bold', vault.id)} is off the list. Its files are where they were: ${vault.path}`,
  }
}
