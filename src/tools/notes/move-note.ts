import { z } from 'zod'
import { hashParameter } from '../../call/common-input.ts'
import type { Destination } from '../../domain/find-destination.ts'
import { relocateNote as move } from '../../domain/relocate-note.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { movedShape, toMoved } from '../move-output.ts'

const places = {
  new_type: z.string().min(1).max(300).optional().describe('Note type to make it.'),
  destination_directory: z.string().min(1).max(1_000).optional().describe('Folder; / is the root.'),
  to: z.string().min(1).max(1_000).optional().describe('Or the whole new path.'),
  create_folders: z.boolean().default(false).describe('Make missing folders.'),
}

export const moveNote = defineVaultTool({
  name: 'move_note',
  title: 'Move a note or folder',
  toolset: 'notes',
  description:
    'Move a note, a whole folder or another file; links to it and its own lead where they led. The folder must exist, unless create_folders.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  rest: ['get_backlinks of the note'],
  errors: ['ALREADY_EXISTS', 'TYPE_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('Note, folder/ or a file’s path.'),
    ...places,
    content_hash: hashParameter.optional(),
  }),
  output: z.object(movedShape),
  async handler({ identifier, content_hash: contentHash, dry_run: dryRun, ...places }, vault, { progress }) {
    const options = { tool: 'move_note', dryRun, progress }
    return toMoved(await move(vault, identifier, destinationOf(places), contentHash, options), dryRun)
  },
})

function destinationOf({
  new_type: name,
  destination_directory: folder,
  to,
  create_folders: createFolders,
}: z.output<z.ZodObject<typeof places>>): Destination {
  const given = [name, folder, to].filter((place) => place !== undefined)
  if (given.length === 1) {
    if (name !== undefined) return { kind: 'type', name }
    if (folder !== undefined) return { kind: 'folder', path: folder, createFolders }
    if (to !== undefined) return { kind: 'path', path: to, createFolders }
  }
  throw new VaultError('INVALID_ARGUMENT', 'Give one of new_type, destination_directory and to.', {
    hint: 'destination_directory keeps the file name; to is the whole new path.',
  })
}
