import type { OutputOf } from '../../call/tool.ts'
import { createVault } from '../../tools/vaults/create-vault.ts'
import { getVaultInfo } from '../../tools/vaults/get-vault-info.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { leaveVaultConfig } from '../../registry/leave-vault-config.ts'
import { activeHere } from '../active-here.ts'
import { countOf } from '../plain-text.ts'
import { tellTokensOfMade } from '../tokens-naming.ts'

/** `flint create ID NAME PATH` */
export async function create(given: Given<'create'>, cli: Cli): Promise<Outcome> {
  return await makeVault(cli, given)
}

/** Makes a vault and reports the result. */
export async function makeVault(
  cli: Cli,
  { id, name, path, description, types, switch: switchTo }: Given<'create'>,
  /** Whether the folder gets a config even if it already held files. */
  leavesConfig = false,
): Promise<Outcome> {
  const args = {
    ...{ vault_id: id, name, path, switch_to: switchTo },
    ...defined({ description, note_types: types }),
  }
  const made = await cli.call(createVault, args, { mayReadAnywhere: true })
  const active = [
    await describeActive(made.vault, cli),
    ...(await tellTokensOfMade(made.vault.id, cli)),
  ].join('\n')
  if (!made.adopted) return { data: made, text: describe(made, active, cli) }
  const isConfigured = leavesConfig && (await leaveConfig(made.vault.id, cli))
  // Its notes are being indexed: this waits for them, with a progress bar.
  const info = await cli.call(getVaultInfo, { vault_id: id })
  const indexed = info.vault === undefined ? null : info.stats
  const data = { ...made, vault: { ...made.vault, note_count: indexed?.notes ?? made.vault.note_count } }
  const text = describe(data, active, cli)
  return { data, text: isConfigured ? `${text}\n${configLeft}` : text }
}

export const configLeft =
  'Only .flint-note/config.yml was added: it makes the folder a vault for whoever starts flint in it.'

async function leaveConfig(id: string, cli: Cli): Promise<boolean> {
  const { hub } = await cli.app()
  return await leaveVaultConfig(await hub.find(id))
}

function describe({ vault, adopted, note_types: types }: Made, active: string, { terminal }: Cli): string {
  const { id, path, note_count: notes } = vault
  const what = adopted
    ? `Adopted ${path} as vault ${terminal.paint('bold', id)}: ${countOf(notes ?? 0, 'note')}, nothing in it was changed.`
    : `Made vault ${terminal.paint('bold', id)} in ${path}.`
  const names = types.map(({ name }) => name)
  return [what, ...(names.length > 0 ? [`Note types: ${names.join(', ')}.`] : []), active].join('\n')
}

type Made = OutputOf<typeof createVault>

async function describeActive({ id, is_current: isCurrent }: Made['vault'], cli: Cli): Promise<string> {
  const here = await activeHere(cli)
  if (isCurrent) {
    return here === null || here.id === id
      ? 'It is the active vault.'
      : `It is the active vault elsewhere. ${here.sentence}`
  }
  return here?.id === id
    ? `It is active in its folder. Make it so elsewhere: flint switch ${id}`
    : `Make it the active one: flint switch ${id}`
}
