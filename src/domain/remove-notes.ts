import { editFrontmatter } from '../markdown/edit/edit-frontmatter.ts'
import { archiveFolder } from '../index-db/note-filter.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { fileNameOf, folderOf, isInside } from '../model/note-path.ts'
import { applyEdits } from '../model/text-edit.ts'
import { inMegabytes, mostNoteBytes } from '../model/note-size.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from '../changes/change-plan.ts'
import { requireEditable, type Planned, type WriteOptions } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { ownGitignore, trashFolder } from '../files/own-places.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { WriteOutcome } from '../changes/write-changes.ts'
import { waitForIndex } from './follow-disk.ts'
import { linksAtStake, type LinksAtStake } from './links-at-stake.ts'
import { type MovedFile, toStep } from './moved-files.ts'
import { movedText } from './moved-text.ts'
import { planMoves, type UpdatedReference } from './plan-moves.ts'

export const deleteModes = ['archive', 'trash', 'permanent'] as const
export type DeleteMode = (typeof deleteModes)[number]

export interface HowToDelete {
  readonly mode: DeleteMode
  /** Written to the notes as `archived_reason`, unless they are removed. */
  readonly reason: string | null
}

export interface DeletedNotes {
  /** Where each note went; null for one that is removed. */
  readonly notes: readonly { readonly path: string; readonly newPath: string | null }[]
  /** Links to these notes from others. They break, unless the notes go to the archive. */
  readonly links: LinksAtStake
  /** The notes whose links were rewritten so that they still lead to the archived ones. */
  readonly updatedReferences: readonly UpdatedReference[]
  readonly warnings: readonly string[]
  /** Absolute paths of the backups of what only they have now. */
  readonly backups?: readonly string[]
}

/**
 * Archives notes, moves them to the trash or removes them, all of them or none. `choose` is asked under the vault's
 * lock. Removed notes are backed up first where the vault wants it.
 */
export async function removeNotes(
  vault: VaultContext,
  choose: () => Promise<readonly StoredFile[]>,
  how: HowToDelete,
  options: WriteOptions,
): Promise<WriteOutcome & { readonly facts: DeletedNotes }> {
  if (how.mode === 'archive' && keepsLinks(vault)) await waitForIndex(vault)
  return await vault.writer.change(options, async () => {
    const planned = await planDeletions(vault, await choose(), how)
    vault.writer.throwIfCancelled()
    if (options.dryRun) return planned
    const backups = await backUpRemoved(vault, planned.changes)
    return { ...planned, facts: { ...planned.facts, backups } }
  })
}

/** What would become of these notes and of the links to them. */
export async function planDeletions(
  vault: VaultContext,
  files: readonly StoredFile[],
  { mode, reason }: HowToDelete,
): Promise<Planned<DeletedNotes>> {
  const links = await linksAtStake(vault, files)
  if (mode === 'permanent') {
    const long = files.filter(({ cutFrom }) => cutFrom !== null)
    const others = files.filter(({ cutFrom }) => cutFrom === null)
    for (const file of others) requireEditable(file, 'mode: "trash" moves the file with all its bytes.')
    return {
      changes: [
        ...others.map(({ path, text, hash }): FileChange => ({
          kind: 'remove',
          path,
          before: { text, hash },
        })),
        // Once one of these is gone, only a backup has it: everything that may fail comes before.
        ...long.map(({ path, hash }): FileChange => ({ kind: 'remove', path, before: { text: null, hash } })),
      ],
      facts: {
        notes: files.map(({ path }) => ({ path, newPath: null })),
        links,
        updatedReferences: [],
        warnings: long.map(({ path }) => goneForGood(path, vault.config.deletion.create_backups)),
      },
    }
  }
  const folder = mode === 'archive' ? archiveFolder : trashFolder
  const taken = new Set<string>()
  const moves: MovedFile[] = []
  for (const file of files) {
    if (isInside(file.path, folder)) throw alreadyThere(file.path, folder)
    const to = await freePath(vault, vault.files.spelled(`${folder}/${file.path}`), taken)
    taken.add(normalizeKey(to))
    if (reason !== null) requireEditable(file, 'Leave reason out: then the file is moved with all its bytes.')
    const isMarked = mode === 'archive' && file.cutFrom === null
    const text = isMarked ? await movedText(vault, file.path, to, file.text) : file.text
    const edits = reason === null ? [] : editFrontmatter(text, { archived_reason: reason })
    moves.push({ from: file.path, to, before: file, text: applyEdits(text, edits), heading: null })
  }
  const notes = moves.map(({ from, to }) => ({ path: from, newPath: to }))
  if (mode === 'archive' && keepsLinks(vault)) {
    const { changes, facts } = await planMoves(vault, moves)
    const { updatedReferences, warnings } = facts
    return { changes, facts: { notes, links, updatedReferences, warnings } }
  }
  const isIgnored = await vault.files.exists(ownGitignore.path)
  return {
    changes: [
      // A vault that was adopted has no such file yet, and git must not commit the trash.
      ...(isIgnored || moves.length === 0 ? [] : [{ kind: 'create', ...ownGitignore } as const]),
      ...moves.map((file) => toStep(file, null)).filter((step) => step !== null),
    ],
    facts: { notes, links, updatedReferences: [], warnings: [] },
  }
}

/** Copies what a plan removes, before it is removed; returns the copies of what the history does not keep. */
export async function backUpRemoved(
  vault: VaultContext,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const alone: string[] = []
  for (const change of changes) {
    if (change.kind !== 'remove') continue
    const { path, before } = change
    const backup = await vault.backUp(path, before.text ?? ((copy) => vault.files.copyInto(path, copy)))
    if (backup !== null && before.text === null) alone.push(backup)
  }
  return alone
}

function goneForGood(path: string, hasBackup: boolean): string {
  const rest = hasBackup ? 'only its backup has it' : 'nothing has it'
  return `${path} is longer than ${inMegabytes(mostNoteBytes)}, and of such notes the history keeps no text: once it is removed, ${rest}.`
}

/** In a vault without an index notes can be archived, too; the links to them are not known. */
export function keepsLinks(vault: VaultContext): boolean {
  return vault.config.search.index_enabled
}

function alreadyThere(path: string, folder: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', `${path} is in ${folder}/ already.`, {
    path,
    hint: { kind: 'delete-for-good' },
  })
}

/** The path itself, or with a number where something lies there already: `note 2.md`. */
async function freePath(vault: VaultContext, path: string, taken: ReadonlySet<string>): Promise<string> {
  for (let count = 2, free = path; ; count++) {
    if (!taken.has(normalizeKey(free)) && (await vault.files.sameName(free)) === null) return free
    free = `${folderOf(path)}/${fileNameOf(path).replace(/(\.md)?$/i, ` ${count}$1`)}`
  }
}
