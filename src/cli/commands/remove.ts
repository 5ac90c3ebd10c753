import { removeVault } from '../../tools/vaults/remove-vault.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { tellTokensOfRemoved } from '../tokens-naming.ts'

/** `flint remove ID` */
export async function remove({ id }: Given<'remove'>, cli: Cli): Promise<Outcome> {
  const { hub } = await cli.app()
  const remembered = async () => (await hub.registry()).config.current_vault
  const before = await remembered()
  const data = await cli.call(removeVault, { vault_id: id })
  const { vault } = data
  const removed = `${cli.terminal.paint('bold', vault.id)} is off the list. Its files are where they were: ${vault.path}`
  const choose =
    'It was the active vault, and no other takes its place by itself. Choose one: flint switch ID'
  const isActiveGone = before !== null && (await remembered()) === null
  const tokens = await tellTokensOfRemoved(id, cli)
  return { data, text: [removed, ...(isActiveGone ? [choose] : []), ...tokens].join('\n') }
}
