import { z } from 'zod'
import type { PlannedVault } from '../../registry/vault-access.ts'
import { welcomeNote } from '../../vault/welcome-note.ts'
import { defineTool } from '../../call/define-tool.ts'
import { freshnessOf } from '../../call/asked-freshness.ts'
import { statsOf, toVault, typesOf, typeSummary, vaultShape } from './vault-output.ts'

export const createVault = defineTool({
  name: 'create_vault',
  title: 'Create or adopt a vault',
  toolset: 'vaults',
  description:
    'Register a folder as a vault. A new or empty folder gets note types and a welcome note; a folder that holds files already is adopted as it is. Returns the vault and its types.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  // A person who is asked takes the time it takes.
  timeLimit: 3_600_000,
  errors: ['ALREADY_EXISTS', 'CONFIRMATION_REQUIRED', 'CONFLICT', 'INVALID_PATH', 'PERMISSION_DENIED'],
  input: z.object({
    vault_id: z.string().min(1).max(64).describe('Short id: lower-case letters, digits, - and _.'),
    name: z.string().min(1).max(200).describe('Name to show.'),
    path: z.string().min(1).max(4_000).describe('Folder; made when missing. ~ is the home folder.'),
    description: z.string().max(2_000).default('').describe('What the vault is for.'),
    note_types: z
      .enum(['default', 'zk', 'none'])
      .default('default')
      .describe('What a new vault starts with.'),
    switch_to: z.boolean().default(false).describe('Make it the active vault.'),
  }),
  output: z.object({
    vault: vaultShape,
    adopted: z.boolean(),
    note_types: z.array(typeSummary),
    welcome_note: z.string().optional(),
    message: z.string(),
  }),
  async handler({ vault_id: id, name, path, description, note_types: types, switch_to: switchTo }, ctx) {
    const { vaults: access } = ctx
    const wanted = { id, name, path, description, types, switchTo }
    const approve = async (planned: PlannedVault) => {
      const { approveVault } = await import('./approve-vault.ts')
      await approveVault(planned, wanted, ctx)
    }
    const { known, wasAdopted } = await access.admin.create({ ...wanted, approve })
    const vault = await access.open(known.id)
    const stats = await statsOf(vault)
    const current = await access.current()
    return {
      vault: await toVault(known, current?.id === known.id, {
        note_count: stats?.notes ?? null,
        ...freshnessOf(vault),
      }),
      adopted: wasAdopted,
      note_types: [...(await typesOf(vault))],
      ...(!wasAdopted && types === 'default' && { welcome_note: welcomeNote({ name, types: [] }).path }),
      message: wasAdopted
        ? `The folder held files already: it is a vault now, and nothing in it was changed.`
        : `The vault is ready.`,
    }
  },
})
