import { z } from 'zod'
import { KeptAnswer } from '../../index-db/kept-answer.ts'
import { countByType, readVaultStats, type VaultStats } from '../../index-db/vault-stats.ts'
import type { KnownVault } from '../../model/known-vault.ts'
import { readVaultConfig } from '../../settings/read-vault-config.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { freshnessShape } from '../../call/asked-freshness.ts'

/** A vault as the registry's tools show it. Its path is the user's own, so that they may find it. */
export const vaultShape = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  last_used: z.string().nullable(),
  is_current: z.boolean(),
  registered: z.boolean(),
  source: z.string(),
  note_count: z.number().nullable(),
  freshness: freshnessShape.optional(),
})

/** The number of notes, null where it is not counted, and how fresh a count is that may lack some. */
export type NoteCount = Pick<z.output<typeof vaultShape>, 'note_count' | 'freshness'>

export const uncounted: NoteCount = { note_count: null }

export async function toVault(
  known: KnownVault,
  isCurrent: boolean,
  counted: NoteCount,
): Promise<z.output<typeof vaultShape>> {
  return {
    id: known.id,
    name: known.name,
    path: known.root,
    description: await describeVault(known),
    last_used: known.lastUsed,
    is_current: isCurrent,
    registered: known.registered,
    source: known.source,
    ...counted,
  }
}

/** What the user's list says of a vault, else what the vault says of itself. */
async function describeVault(known: KnownVault): Promise<string> {
  return known.description === '' ? (await readVaultConfig(known)).config.description : known.description
}

export const statsShape = z.object({
  notes: z.number(),
  bytes: z.number(),
  words: z.number(),
  links: z.number(),
  broken_links: z.number(),
  tags: z.number(),
  files: z.number(),
})

/** Null for a vault that keeps no index. */
export async function statsOf(vault: VaultContext): Promise<z.output<typeof statsShape> | null> {
  await vault.index.settled()
  if (!vault.index.isThere) return null
  return await vault.index.query((index) => counted.of(index, '', () => readVaultStats(index.queries)))
}

const counted = new KeptAnswer<VaultStats>()

export const typeSummary = z.object({
  name: z.string(),
  description: z.string(),
  agent_instructions: z.string(),
  note_count: z.number(),
})

/** The vault's note types with their instructions, for an agent that begins to work in it. */
export async function typesOf(vault: VaultContext): Promise<readonly z.output<typeof typeSummary>[]> {
  const counted = vault.index.isThere ? await vault.index.query(({ queries }) => countByType(queries)) : []
  const counts = new Map(counted.map(({ type, count }) => [type, count]))
  return (await vault.types.list()).map(({ definition }) => ({
    name: definition.name,
    description: definition.description,
    agent_instructions: definition.instructions,
    note_count: counts.get(definition.name) ?? 0,
  }))
}
