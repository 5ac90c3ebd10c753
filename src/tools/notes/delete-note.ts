import { z } from 'zod'
import { findLinks } from '../../index-db/link-queries.ts'
import { findNotesByPath } from '../../index-db/note-queries.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

const modes = ['archive', 'trash', 'permanent'] as const

export const deleteNote = defineVaultTool({
  name: 'delete_note',
  title: 'Delete a note',
  toolset: 'notes',
  description:
    'Archive a note (moves it to archives/), move it to the trash, or remove it for good after a backup. Names the backlinks that would break. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  dryRun: true,
  errors: ['VALIDATION_FAILED'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('Note id or title.'),
    mode: z.enum(modes).optional().describe('The vault’s own default if left out, usually archive.'),
    reason: z.string().max(1_000).optional().describe('Written to the archived note as archived_reason.'),
    content_hash: z.string().max(100).optional().describe('Checked when given.'),
  }),
  output: z.object({
    id: z.string(),
    old_path: z.string(),
    archive_path: z.string().optional(),
    new_path: z.string().optional(),
    mode: z.enum(modes),
    deleted: z.boolean(),
    backlinks: z.array(z.object({ id: z.string(), line_number: z.number(), context: z.string() })),
    backlink_count: z.number().nullable(),
    ...writtenShape,
  }),
  async handler({ identifier, mode: asked, reason, content_hash: contentHash, dry_run: dryRun }, vault) {
    const mode = asked ?? vault.config.deletion.default_mode
    const path = await vault.finder.find(identifier)
    await vault.settled()
    const { links, total } = await backlinksOf(vault, path)
    const written = await vault.notes.delete(
      path,
      { mode, reason: reason ?? null, contentHash },
      { tool: 'delete_note', dryRun },
    )
    return {
      id: path,
      old_path: path,
      ...(written.newPath !== null && { new_path: written.newPath }),
      ...(written.newPath !== null && mode === 'archive' && { archive_path: written.newPath }),
      mode,
      deleted: written.changeId !== null,
      backlinks: links,
      backlink_count: total,
      ...toWritten(written, dryRun),
    }
  },
})

/** Without an index nobody knows: then the count is null. */
async function backlinksOf(vault: VaultContext, path: string) {
  if (!vault.hasIndex) return { links: [], total: null }
  const [note] = await vault.query(({ queries }) => findNotesByPath(queries, [path]))
  if (note === undefined) return { links: [], total: 0 }
  const { links, total } = await vault.query(({ queries }) =>
    findLinks(queries, { kind: 'to', note: note.key }, { limit: 20, offset: 0 }),
  )
  return {
    total,
    links: links.map(({ source_note_id: id, line_number, context }) => ({ id, line_number, context })),
  }
}
