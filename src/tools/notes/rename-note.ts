import { z } from 'zod'
import { hashParameter, noteParameter, toldOnce } from '../../call/common-input.ts'
import { retitleNote as rename } from '../../domain/retitle-note.ts'
import { fileNameOf } from '../../model/note-path.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { movedShape, toMoved } from '../move-output.ts'

export const renameNote = defineVaultTool({
  name: 'rename_note',
  title: 'Rename a note',
  toolset: 'notes',
  description:
    'Change a note’s title; with rename_file its file name too. Links that used the old name are rewritten in every note and canvas.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  rest: ['get_backlinks of the note'],
  errors: ['ALREADY_EXISTS', 'RENAME_CONFLICT', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    identifier: noteParameter,
    new_title: z.string().min(1).max(300).meta(toldOnce).describe('The new title.'),
    rename_file: z.boolean().default(false).describe('Name the file after it too.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object(movedShape),
  async handler(
    { identifier, new_title: title, rename_file: renameFile, content_hash: contentHash, dry_run: dryRun },
    vault,
    { progress, say },
  ) {
    const name = { title, renameFile, contentHash }
    const renamed = await rename(vault, identifier, name, { tool: 'rename_note', dryRun, progress })
    const kept = renamed.keepsFixedName ? [say({ kind: 'name-file', name: fileNameOf(renamed.to) })] : []
    return toMoved({ ...renamed, warnings: [...kept, ...renamed.warnings] }, dryRun)
  },
})
