import { switchVault as switchTool } from '../../tools/vaults/switch-vault.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { activeHere } from '../active-here.ts'
import { countOf, formatSize } from '../plain-text.ts'

/** `flint switch ID`: the choice counts where nothing else names a vault. */
export async function switchVault({ id }: Given<'switch'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(switchTool, { vault_id: id })
  const { vault, stats } = data
  const here = await activeHere(cli)
  const isHere = here === null || here.id === vault.id
  const size = stats === null ? 'no index' : `${countOf(stats.notes, 'note')}, ${formatSize(stats.bytes)}`
  const described = `${cli.terminal.paint('bold', vault.id)} (${vault.name}), ${size}.`
  // Only a registered vault is remembered.
  const chosen = vault.registered
    ? `Now active${isHere ? '' : ' elsewhere'}: ${described}`
    : `${described}\nIt is not in the registry, so that nothing remembers it as the active vault. Register it: flint create ${vault.id} NAME ${vault.path}`
  return { data, text: isHere ? chosen : `${chosen}\n${here.sentence}` }
}
