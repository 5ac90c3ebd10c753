import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { updateVault } from '../../tools/vaults/update-vault.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

const input = z.object({
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
})
/** `flint update ID` */
export async function update(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, name, description } = input.parse(given)
  if (name === undefined && description === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'There is nothing to change.', {
      hint: 'Give --name, --description or both.',
    })
  }
  const data = await cli.call(updateVault, {
    vault_id: id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  })
  const { vault } = data
  const about = vault.description === '' ? '' : `: ${vault.description}`
  return { data, text: `${cli.terminal.paint('bold', vault.id)} is now "${vault.name}"${about}` }
}
