import { z } from 'zod'
import type { VaultError } from '../../model/vault-error.ts'
import { reindexVault } from '../admin/reindex-vault.ts'
import { listNotes } from '../notes/list-notes.ts'
import { listedNote } from '../notes/note-output.ts'
import { resolveVault } from '../resolve-vaults.ts'
import type { DialectFacts, PreparedCall, Tool } from '../tool.ts'
import { statsOf } from '../vaults/vault-output.ts'
import { vaultErrorContent } from '../vault-error-content.ts'
import { callOurs, defineDialectTool, type Dialect } from './define-dialect-tool.ts'

const facts: DialectFacts = {
  // That server asks, and its callers know confirm.
  asksInWords: false,
  findVault: resolveVault,
  failure: (error) => flatError(error),
}
const dialect: Dialect = { ...facts, vaultParameter: 'vault_id' }

/** The code in small letters in the place of our object; ours and the hint stand beside it. */
function flatError(error: VaultError): object {
  const { code, ...rest } = vaultErrorContent(error)
  return { error: code.toLowerCase(), code, ...rest }
}

const vaultId = { vault_id: z.string().min(1).max(64).optional().describe('Vault, else the active one.') }

const listNotesByType = defineDialectTool(dialect, {
  name: 'list_notes_by_type',
  title: 'List notes of a type',
  description: 'Notes of a type, newest first.',
  like: listNotes,
  rest: 'list_notes with type and cursor',
  input: z.strictObject({
    type: z.string().min(1).max(300).describe('Note type.'),
    limit: z.number().int().min(1).max(1_000).default(50).describe('Most notes.'),
    ...vaultId,
  }),
  output: z.object({
    type: z.string(),
    notes: z.array(listedNote),
    total: z.number(),
    has_more: z.boolean(),
  }),
  async run({ type, limit }, vault, ctx) {
    const { notes, total } = await callOurs(listNotes, { type, limit }, listed, { vault, ctx })
    return { type, notes, total, has_more: total > notes.length }
  },
})

const listed = z.object({ notes: z.array(listedNote), total: z.number() })

const migrateLinks = defineDialectTool(dialect, {
  name: 'migrate_links',
  title: 'Read all links again',
  description: 'Fill the link tables again; they keep up by themselves.',
  like: { ...reindexVault, isDestructive: false },
  input: z.strictObject({ force: z.boolean().default(false).describe('Makes no difference.'), ...vaultId }),
  output: z.object({ success: z.boolean(), notes_processed: z.number(), duration_seconds: z.number() }),
  async run(_input, vault, ctx) {
    const args = { confirm: true, scope: 'links' }
    const { duration_seconds: seconds } = await callOurs(reindexVault, args, rebuilt, { vault, ctx })
    const stats = await statsOf(vault)
    return { success: true, notes_processed: stats?.notes ?? 0, duration_seconds: seconds }
  },
})

const rebuilt = z.object({ duration_seconds: z.number() })

/** Our tools, with that server's own beside them and its way to tell an error. */
export function flintNote(all: readonly Tool[]): readonly Tool[] {
  return all.map(inDialect).flatMap((tool) => {
    if (tool.name === 'list_notes') return [tool, listNotesByType]
    return tool.name === 'find_broken_links' ? [tool, migrateLinks] : [tool]
  })
}

function inDialect(tool: Tool): Tool {
  const prepare = (args: object) => {
    // Deleting removes a note there; here it can be brought back.
    const given = tool.name === 'delete_note' ? { mode: 'trash', ...args } : args
    return withFlatItems(tool, tool.prepare(given))
  }
  return { ...tool, output: loosened(tool), dialect: facts, prepare }
}

/** The tools whose items may fail each for itself. */
const batches = ['create_note', 'update_note', 'get_notes']

function withFlatItems(tool: Tool, call: PreparedCall): PreparedCall {
  if (call.scope !== 'vault' || !batches.includes(tool.name)) return call
  return {
    ...call,
    run: async (vault, ctx) => {
      const result = await call.run(vault, ctx)
      const items = batch.safeParse(result)
      return items.success ? { ...result, results: items.data.results.map(flatItem) } : result
    },
  }
}

const failedItem = z.looseObject({
  success: z.literal(false),
  error: z.looseObject({ code: z.string(), message: z.string() }),
})
const batch = z.looseObject({ results: z.array(z.looseObject({})) })

/** The message in the place of our object, and its facts beside it. */
function flatItem(item: object): object {
  const failed = failedItem.safeParse(item)
  if (!failed.success) return item
  const { error, ...rest } = failed.data
  const { message, ...facts } = error
  return { ...rest, ...facts, error: message }
}

function loosened(tool: Tool): Tool['output'] {
  if (!batches.includes(tool.name)) return tool.output
  return tool.output.extend({ results: z.array(z.looseObject({})).optional() })
}
