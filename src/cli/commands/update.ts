import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { vaultShape } from './vault-shape.ts'

const input = z.object({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
})
const shape = z.object({ vault: vaultShape })

/** `flint update ID` */
export async function update(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, name, description } = input.parse(given)
  if (name === undefined && description === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'There is nothing to change.', {
      hint: 'Give --name, --description or both.',
    })
  }
  const data = await cli.call('update_vault', {
    vault_id: id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  })
  const { vault } = shape.parse(data)
  const about = vault.description === '' ? '' : `: ${vault.description}`
  return { data, text: `${cli.terminal.paint('bold', vault.id)} is now "${vault.name}"${about}` }
}
