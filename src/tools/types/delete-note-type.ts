import { z } from 'zod'
import { removeNoteType as deleteType, typeActions, type FateOfNotes } from '../../domain/remove-note-type.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { deletedShape, toDeleted } from '../deletion-output.ts'

export const deleteNoteType = defineVaultTool({
  name: 'delete_note_type',
  title: 'Delete a note type',
  toolset: 'types',
  description:
    'Delete a note type. Its notes: action error refuses while there are any, migrate moves them to target_type with their links, delete deletes them as delete_note would. All or nothing; ask the user, then confirm.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  dryRun: true,
  errors: ['CONFLICT', 'TYPE_NOT_FOUND', 'VALIDATION_FAILED', 'INDEX_UNAVAILABLE', 'ALREADY_EXISTS'],
  rest: ['list_notes with the type'],
  input: z.object({
    type_name: z.string().min(1).max(300).describe('Note type to delete.'),
    action: z.enum(typeActions).describe('What becomes of its notes.'),
    target_type: z.string().min(1).max(300).optional().describe('For migrate: their new type.'),
  }),
  output: z.object({
    type_name: z.string(),
    action: z.enum(typeActions),
    target_type: z.string().optional(),
    deleted: z.boolean(),
    ...deletedShape,
  }),
  async handler({ type_name: name, action, target_type: target, dry_run: dryRun }, vault, ctx) {
    const fate = fateOf(action, target, vault)
    const written = await deleteType(vault, name, fate, {
      tool: 'delete_note_type',
      dryRun,
      progress: ctx.progress,
    })
    const linksFollow = fate.action !== 'delete' || fate.mode === 'archive'
    return {
      type_name: name,
      action,
      ...(target !== undefined && { target_type: target }),
      deleted: written.changeId !== null,
      ...toDeleted(written, linksFollow, dryRun, ctx),
    }
  },
})

function fateOf(
  action: (typeof typeActions)[number],
  target: string | undefined,
  vault: VaultContext,
): FateOfNotes {
  if ((action === 'migrate') === (target === undefined)) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      'target_type goes with action: "migrate", and migrate needs it.',
      {
        hint: { kind: 'list-types', shows: 'the types that notes can move to' },
      },
    )
  }
  if (target !== undefined) return { action: 'migrate', target }
  return action === 'delete' ? { action, mode: vault.config.deletion.default_mode } : { action: 'error' }
}
