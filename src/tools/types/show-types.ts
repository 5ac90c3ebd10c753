import type { z } from 'zod'
import { countByType } from '../../index-db/vault-stats.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { typeSummary } from '../vaults/vault-output.ts'

/** The note types of a vault, and its plain folders with empty instructions, by name. */
export async function showTypes(vault: VaultContext): Promise<z.output<typeof typeSummary>[]> {
  const counts = await vault.index.query(({ queries }) => countByType(queries))
  const described = new Map((await vault.types.list()).map(({ definition }) => [definition.name, definition]))
  const names = [...new Set([...described.keys(), ...counts.map(({ type }) => type)])].filter(Boolean).sort()
  return names.map((name) => {
    const definition = described.get(name)
    return {
      name,
      description: definition?.description ?? '',
      agent_instructions: definition?.instructions ?? '',
      note_count: counts.find(({ type }) => type === name)?.count ?? 0,
    }
  })
}
