import { z } from 'zod'
import { deleteModes, removeNotes, keepsLinks } from '../../domain/remove-notes.ts'
import { checkHash } from '../../vault/check-hash.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { stakeShape, toStake } from '../deletion-output.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const deleteNote = defineVaultTool({
  name: 'delete_note',
  title: 'Delete a note',
  toolset: 'notes',
  description:
    'Archive a note (moves it to archives/, links follow), move it to the trash, or remove it for good after a backup. Names the backlinks that would break. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  dryRun: true,
  errors: ['VALIDATION_FAILED', 'INDEX_UNAVAILABLE'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('Note id or title.'),
    mode: z.enum(deleteModes).optional().describe('The vault’s own default if left out, usually archive.'),
    reason: z.string().max(1_000).optional().describe('Written to the archived note as archived_reason.'),
    content_hash: z.string().max(100).optional().describe('Checked when given.'),
  }),
  output: z.object({
    id: z.string(),
    old_path: z.string(),
    archive_path: z.string().optional(),
    new_path: z.string().optional(),
    mode: z.enum(deleteModes),
    deleted: z.boolean(),
    ...stakeShape,
    ...writtenShape,
  }),
  async handler({ identifier, mode: asked, reason, content_hash: contentHash, dry_run: dryRun }, vault) {
    const mode = asked ?? vault.config.deletion.default_mode
    const path = await vault.finder.find(identifier)
    await vault.index.settled()
    const choose = async () => {
      const file = await vault.writer.readAsIs(path, identifier)
      checkHash(file, contentHash, false)
      return [file]
    }
    const { facts, ...written } = await removeNotes(
      vault,
      choose,
      { mode, reason: reason ?? null },
      { tool: 'delete_note', dryRun },
    )
    const newPath = facts.notes[0]?.newPath ?? null
    return {
      id: path,
      old_path: path,
      ...(newPath !== null && { new_path: newPath }),
      ...(newPath !== null && mode === 'archive' && { archive_path: newPath }),
      mode,
      deleted: written.changeId !== null,
      ...toStake(facts, mode === 'archive' && keepsLinks(vault)),
      ...toWritten({ ...written, path, warnings: facts.warnings }, dryRun),
    }
  },
})
