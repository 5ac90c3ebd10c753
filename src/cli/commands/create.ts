import { z } from 'zod'
import type { OutputOf } from '../../call/tool.ts'
import { createVault } from '../../tools/vaults/create-vault.ts'
import { getVaultInfo } from '../../tools/vaults/get-vault-info.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { leaveVaultConfig } from '../../registry/leave-vault-config.ts'
import { activeHere } from '../active-here.ts'
import type { VaultShown } from './vault-shown.ts'
import { countOf } from '../count-of.ts'

const input = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string().optional(),
  types: z.string().optional(),
  switch: z.boolean().default(false),
})

/** `flint create ID NAME PATH` */
export async function create(given: unknown, cli: Cli): Promise<Outcome> {
  const { id, name, path, description, types, switch: switchTo } = input.parse(given)
  return await makeVault(cli, { id, name, path, description, types, switchTo })
}

/** Makes a vault and reports the result. */
export async function makeVault(
  cli: Cli,
  vault: {
    readonly id: string
    readonly name: string
    readonly path: string
    readonly description: string | undefined
    readonly types: string | undefined
    readonly switchTo: boolean
    /** Whether the folder gets a config even if it already held files. */
    readonly leavesConfig?: boolean
  },
): Promise<Outcome> {
  const args = {
    vault_id: vault.id,
    name: vault.name,
    path: vault.path,
    switch_to: vault.switchTo,
    ...(vault.description !== undefined && { description: vault.description }),
    ...(vault.types !== undefined && { note_types: vault.types }),
  }
  const data = await cli.call(createVault, args, { mayReadAnywhere: true })
  const made = data
  const active = await describeActive(made.vault, cli)
  if (!made.adopted) return { data, text: describe(made, active, cli) }
  const isConfigured = vault.leavesConfig === true && (await leaveConfig(made.vault.id, cli))
  // Its notes are being indexed: this waits for them, with a progress bar.
  const info = await cli.call(getVaultInfo, { vault_id: vault.id })
  const indexed = info.vault === undefined ? null : info.stats
  const vaultNow = { ...made.vault, note_count: indexed?.notes ?? made.vault.note_count }
  const text = describe({ ...made, vault: vaultNow }, active, cli)
  return {
    data: { ...data, vault: vaultNow },
    text: isConfigured ? `${text}\n${configLeft}` : text,
  }
}

export const configLeft =
  'Only .flint-note/config.yml was added: it makes the folder a vault for whoever starts flint in it.'

async function leaveConfig(id: string, cli: Cli): Promise<boolean> {
  const { hub } = await cli.app()
  return await leaveVaultConfig(await hub.find(id))
}

function describe(
  { vault, adopted, note_types: types }: OutputOf<typeof createVault>,
  active: string,
  { terminal }: Cli,
): string {
  const { id, path, note_count: notes } = vault
  const what = adopted
    ? `Adopted ${path} as vault ${terminal.paint('bold', id)}: ${countOf(notes ?? 0, 'note')}, nothing in it was changed.`
    : `Made vault ${terminal.paint('bold', id)} in ${path}.`
  const names = types.map(({ name }) => name)
  return [what, ...(names.length > 0 ? [`Note types: ${names.join(', ')}.`] : []), active].join('\n')
}

async function describeActive({ id, is_current: isCurrent }: VaultShown, cli: Cli): Promise<string> {
  const here = await activeHere(cli)
  if (isCurrent) {
    return here === null || here.id === id
      ? 'It is the active vault.'
      : `It is the active vault elsewhere. ${here.sentence}`
  }
  const isHere = here?.id === id
  return isHere
    ? `It is active in its folder. Make it so elsewhere: flint switch ${id}`
    : `Make it the active one: flint switch ${id}`
}
