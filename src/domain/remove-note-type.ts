import { checkMetadata } from '../markdown/types/check-metadata.ts'
import { isInside } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { Planned, WriteOptions } from '../vault/note-writer.ts'
import type { NoteType } from '../vault/note-types.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import { notesThatFit, readChosen, refuseTooMany } from './choose-notes.ts'
import { backUpRemoved, planDeletions, type DeletedNotes, type DeleteMode } from './remove-notes.ts'
import { waitForIndex } from './follow-disk.ts'
import { linksAtStake } from './links-at-stake.ts'
import type { MovedFile } from './moved-files.ts'
import { movedText } from './moved-text.ts'
import { planMoves } from './plan-moves.ts'
import { retyped, typeName } from './retyped.ts'

export const typeActions = ['error', 'migrate', 'delete'] as const

/** What becomes of the notes of a type that is deleted. */
export type FateOfNotes =
  | { readonly action: 'error' }
  | { readonly action: 'migrate'; readonly target: string }
  | { readonly action: 'delete'; readonly mode: DeleteMode }

/**
 * Deletes a note type: its description goes, its notes as `fate` says, all or nothing. Other files stay, and so does
 * the folder unless it is empty then.
 */
export async function removeNoteType(
  vault: VaultContext,
  name: string,
  fate: FateOfNotes,
  options: WriteOptions,
): Promise<WriteOutcome & { readonly facts: DeletedNotes }> {
  if (!vault.config.deletion.allow_note_type_deletion) {
    throw new VaultError(
      'PERMISSION_DENIED',
      `Vault "${vault.id}" does not allow note types to be deleted.`,
      {
        permission: 'deletion.allow_note_type_deletion',
        hint: "The vault's owner can allow it in .flint-note/config.yml.",
      },
    )
  }
  await waitForIndex(vault)
  return await vault.writer.change(options, async () => {
    const type = await vault.types.get(name)
    const { name: folder } = type.definition
    const files = await notesOfType(vault, folder)
    const { changes, facts } = await planFate(vault, type, files, fate)
    const { path, text, hash } = type.file
    const plan: readonly FileChange[] = [
      ...changes.map((change) => leaving(folder, change)),
      { kind: 'remove', path, before: { text, hash }, dropFolder: folder },
    ]
    const backups = options.dryRun ? [] : await backUpRemoved(vault, plan)
    return { changes: plan, facts: { ...facts, backups } }
  })
}

/** Folders that the type's notes leave empty go with them. */
function leaving(folder: string, change: FileChange): FileChange {
  const isLeaving = (change.kind === 'move' || change.kind === 'remove') && isInside(change.path, folder)
  return isLeaving ? { ...change, dropFolder: folder } : change
}

/** As they are on disk: the index is asked only which they are, once it has looked. */
async function notesOfType(vault: VaultContext, type: string): Promise<readonly StoredFile[]> {
  await vault.index.refresh(type)
  return await readChosen(vault, await notesThatFit(vault, { type }))
}

async function planFate(
  vault: VaultContext,
  type: NoteType,
  files: readonly StoredFile[],
  fate: FateOfNotes,
): Promise<Planned<DeletedNotes>> {
  const { name } = type.definition
  switch (fate.action) {
    case 'error':
      if (files.length > 0) throw stillUsed(name, files)
      return { changes: [], facts: noneDeleted }
    case 'migrate':
      return await planMigration(vault, name, files, fate.target)
    case 'delete':
      refuseTooMany(vault, files)
      return await planDeletions(vault, files, { mode: fate.mode, reason: null })
  }
}

async function planMigration(
  vault: VaultContext,
  name: string,
  files: readonly StoredFile[],
  targetName: string,
): Promise<Planned<DeletedNotes>> {
  const target = await vault.types.get(targetName)
  if (target.definition.name === name) {
    throw new VaultError('INVALID_ARGUMENT', 'target_type is the type that is to be deleted.', {
      hint: { kind: 'name-type' },
    })
  }
  await refuseUnfit(vault, target, files)
  const [from, type] = await Promise.all([typeName(vault, name), typeName(vault, target.definition.name)])
  const moves: MovedFile[] = []
  for (const file of files) {
    const to = vault.files.spelled(`${target.definition.name}/${file.path.slice(name.length + 1)}`)
    const text =
      file.cutFrom === null
        ? await movedText(vault, file.path, to, await retyped(vault, file.text, from, type))
        : file.text
    moves.push({ from: file.path, to, before: file, text, heading: null })
  }
  const links = await linksAtStake(vault, files)
  const { changes, facts } = await planMoves(vault, moves)
  const notes = moves.map(({ from, to }) => ({ path: from, newPath: to }))
  const { updatedReferences, warnings } = facts
  return { changes, facts: { notes, links, updatedReferences, warnings } }
}

const noneDeleted: DeletedNotes = {
  notes: [],
  links: { examples: [], total: 0 },
  updatedReferences: [],
  warnings: [],
}

function stillUsed(name: string, files: readonly StoredFile[]): VaultError {
  return new VaultError(
    'CONFLICT',
    `The note type "${name}" has notes (${files.length}); nothing was changed.`,
    {
      note_count: files.length,
      examples: files.slice(0, 10).map(({ path }) => path),
      hint: 'Pass action: "migrate" with target_type to keep them as another type, or action: "delete".',
    },
  )
}

/** Every note that would break the rules of its new type, before any is moved. */
async function refuseUnfit(
  vault: VaultContext,
  { definition }: NoteType,
  files: readonly StoredFile[],
): Promise<void> {
  const strict = vault.config.metadata.strict_validation
  const unfit: { id: string; fields: { field: string; message: string }[] }[] = []
  for (const { path, text } of files) {
    const { data } = await vault.writer.frontmatterOf(text)
    const { errors } = checkMetadata(definition.schema, data, { strict })
    if (errors.length > 0)
      unfit.push({ id: path, fields: errors.map(({ field, message }) => ({ field, message })) })
  }
  if (unfit.length === 0) return
  throw new VaultError(
    'VALIDATION_FAILED',
    `${unfit.length} of ${files.length} notes do not fit the type "${definition.name}"; nothing was changed.`,
    {
      note_count: unfit.length,
      notes: unfit.slice(0, 20),
      hint: { kind: 'fit-notes', type: definition.name },
    },
  )
}
