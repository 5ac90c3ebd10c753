import { z } from 'zod'
import { asksUnlessSaid } from '../../call/permission-rule.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { DialectFacts } from '../../call/tool.ts'

export const kilnDialect: DialectFacts = {
  vaultParameter: null,
  permissions: asksUnlessSaid,
  findVault: resolveVault,
  failure: (error) => ({ success: false, error }),
  counterparts: {
    get_note: 'read_note',
    get_note_info: 'read_metadata',
    get_vault_info: 'get_kiln_info',
    search_notes: 'semantic_search',
    search_notes_advanced: 'property_search',
    search_text: 'text_search',
  },
}

export const success = z.boolean()
export const frontmatter = z.record(z.string(), z.unknown())
export const path = z.string().min(1).max(1_000).describe('Path of the note from the kiln’s root.')
export const folder = z.string().max(1_000).optional().describe('Only in this folder.')
export const limit = z.number().int().min(1).max(5_000).default(10).describe('Most results.')
