import { z } from 'zod'
import { hashParameter, noteParameter } from '../../call/common-input.ts'
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
    'Archive a note (to archives/, links follow), move it to the trash, or remove it for good. Names the backlinks that would break. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  dryRun: true,
  errors: ['VALIDATION_FAILED', 'INDEX_UNAVAILABLE'],
  input: z.object({
    identifier: noteParameter,
    mode: z.enum(deleteModes).optional().describe('Else the vault’s default.'),
    reason: z.string().max(1_000).optional().describe('Kept in the archived note.'),
    content_hash: hashParameter.optional(),
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
  async handler({ identifier, mode: asked, reason, content_hash: contentHash, dry_run: dryRun }, vault, ctx) {
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
      ...toStake({ ...written, facts }, mode === 'archive' && keepsLinks(vault), ctx),
      ...toWritten({ ...written, path, warnings: facts.warnings }, dryRun),
    }
  },
})
