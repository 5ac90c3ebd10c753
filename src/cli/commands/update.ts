import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import { updateVault } from '../../tools/vaults/update-vault.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'

/** `flint update ID` */
export async function update({ id, name, description }: Given<'update'>, cli: Cli): Promise<Outcome> {
  if (name === undefined && description === undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'There is nothing to change.', {
      hint: 'Give --name, --description or both.',
    })
  }
  const data = await cli.call(updateVault, { vault_id: id, ...defined({ name, description }) })
  const { vault } = data
  const about = vault.description === '' ? '' : `: ${vault.description}`
  return { data, text: `${cli.terminal.paint('bold', vault.id)} is now "${vault.name}"${about}` }
}
