import { z } from 'zod'
import { followDiskSoon } from '../../domain/follow-disk.ts'
import { countByType } from '../../index-db/vault-stats.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { typeSummary } from '../vaults/vault-output.ts'

export const listNoteTypes = defineVaultTool({
  name: 'list_note_types',
  title: 'List note types',
  toolset: 'types',
  description:
    'The note types of a vault with purpose, agent instructions and number of notes. Plain folders without a description are listed too, with empty instructions.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'note_types', limit: 100, max: 500, names: ['name'] },
  input: z.object({}),
  output: z.object({ note_types: z.array(typeSummary) }),
  async handler({ limit, offset }, vault) {
    await followDiskSoon(vault, '')
    const types = await showTypes(vault)
    return { note_types: types.slice(offset, offset + limit), total: types.length }
  },
})

/** The note types of a vault, and its plain folders with empty instructions, by name. */
export async function showTypes(vault: VaultContext) {
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
