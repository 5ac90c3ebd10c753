import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { vaultShape } from './vault-shape.ts'
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
  return await createVault(cli, { id, name, path, description, types, switchTo })
}

const shape = z.object({
  vault: vaultShape,
  adopted: z.boolean(),
  note_types: z.array(z.object({ name: z.string() })),
})

const infoShape = z.object({ stats: z.object({ notes: z.number() }).nullable() })

/** Makes a vault and says what became of it. */
export async function createVault(
  cli: Cli,
  vault: {
    readonly id: string
    readonly name: string
    readonly path: string
    readonly description: string | undefined
    readonly types: string | undefined
    readonly switchTo: boolean
  },
): Promise<Outcome> {
  const data = await cli.call('create_vault', {
    vault_id: vault.id,
    name: vault.name,
    path: vault.path,
    switch_to: vault.switchTo,
    ...(vault.description !== undefined && { description: vault.description }),
    ...(vault.types !== undefined && { note_types: vault.types }),
  })
  const made = shape.parse(data)
  if (!made.adopted) return { data, text: describe(made, cli) }
  // Its notes are being indexed: this waits for them, and shows how far it is.
  const { stats } = infoShape.parse(await cli.call('get_vault_info', { vault_id: vault.id }))
  const vaultNow = { ...made.vault, note_count: stats?.notes ?? made.vault.note_count }
  return { data: { ...data, vault: vaultNow }, text: describe({ ...made, vault: vaultNow }, cli) }
}

function describe({ vault, adopted, note_types: types }: z.output<typeof shape>, { terminal }: Cli): string {
  const { id, path, is_current: isCurrent, note_count: notes } = vault
  const what = adopted
    ? `Adopted ${path} as vault ${terminal.paint('bold', id)}: ${countOf(notes ?? 0, 'note')}, nothing in it was changed.`
    : `Made vault ${terminal.paint('bold', id)} in ${path}.`
  const names = types.map(({ name }) => name)
  return [
    what,
    ...(names.length > 0 ? [`Note types: ${names.join(', ')}.`] : []),
    isCurrent ? 'It is the active vault.' : `Make it the active one: flint switch ${id}`,
  ].join('\n')
}
