import { z } from 'zod'
import { chooseNotes, readChosen, refuseTooMany } from '../../domain/choose-notes.ts'
import { deleteModes, removeNotes, keepsLinks } from '../../domain/remove-notes.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { deletedShape, toDeleted } from '../deletion-output.ts'

export const bulkDeleteNotes = defineVaultTool({
  name: 'bulk_delete_notes',
  title: 'Delete many notes',
  toolset: 'notes',
  description:
    'Archive (or trash, or remove after a backup) every note that fits type, tags and pattern, all or none, up to the vault’s limit. Look at dry_run first, ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  dryRun: true,
  errors: ['CONFLICT', 'INDEX_UNAVAILABLE'],
  rest: ['list_notes with the same type and tags'],
  input: z.object({
    type: z.string().max(300).optional().describe('Notes of this type.'),
    tags: z.array(z.string().min(1).max(200)).max(20).optional().describe('Notes with all of these tags.'),
    pattern: z.string().min(1).max(500).optional().describe('Path or glob: drafts/**, **/old-*.md.'),
    mode: z.enum(deleteModes).optional().describe('Else the vault’s default.'),
    reason: z.string().max(1_000).optional().describe('Written to archived notes as archived_reason.'),
  }),
  output: z.object({ mode: z.enum(deleteModes), deleted: z.boolean(), ...deletedShape }),
  async handler({ type, tags, pattern, mode: asked, reason, dry_run: dryRun }, vault, ctx) {
    const mode = asked ?? vault.config.deletion.default_mode
    const choose = async () => {
      const notes = await chooseNotes(vault, { type, tags, pattern })
      refuseTooMany(vault, notes)
      return await readChosen(vault, notes)
    }
    const written = await removeNotes(
      vault,
      choose,
      { mode, reason: reason ?? null },
      { tool: 'bulk_delete_notes', dryRun, progress: ctx.progress },
    )
    return {
      mode,
      deleted: written.changeId !== null,
      ...toDeleted(written, mode === 'archive' && keepsLinks(vault), dryRun, ctx),
    }
  },
})
