import { z } from 'zod'
import { freshnessOf } from '../../call/asked-freshness.ts'
import { defineTool } from '../../call/define-tool.ts'
import { countNotes } from '../../index-db/indexed-state.ts'
import type { KnownVault } from '../../model/known-vault.ts'
import type { VaultAccess } from '../../registry/vault-access.ts'
import { type NoteCount, toVault, uncounted, vaultShape } from './vault-output.ts'

export const listVaults = defineTool({
  name: 'list_vaults',
  title: 'List vaults',
  toolset: 'vaults',
  description: 'All vaults that vault_id can name, and which one is active.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
  output: z.object({
    vaults: z.array(vaultShape),
    current_vault: z.string().nullable(),
    notices: z.array(z.string()).optional(),
  }),
  handler: (_input, { vaults }) => showVaults(vaults),
})

/** The vaults that the caller may name, which of them is active, and what is odd about their registry. */
export async function showVaults(access: VaultAccess) {
  const [known, current, notices] = await Promise.all([access.known(), access.current(), access.notices()])
  const vaults = await Promise.all(
    known.map(async (vault) =>
      toVault(vault, vault.id === current?.id, await countIndexedNotes(access, vault)),
    ),
  )
  return {
    vaults,
    current_vault: current?.id ?? null,
    ...(notices.length > 0 && { notices: [...notices] }),
  }
}

/** Notes of a vault that is open, and of no other: listing vaults must open none. */
async function countIndexedNotes(access: VaultAccess, { id }: KnownVault): Promise<NoteCount> {
  const vault = (await access.opened()).find((open) => open.id === id)
  if (vault?.index.isThere !== true) return uncounted
  await vault.index.settled()
  const told = freshnessOf(vault)
  return { note_count: await vault.index.query(({ db }) => Promise.resolve(countNotes(db))), ...told }
}
