import { listNotes } from '../index-db/note-queries.ts'
import { VaultError } from '../model/vault-error.ts'
import { ignoreMatcher } from '../files/ignore-matcher.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/stored-file.ts'

/** Which notes a bulk change is for; a note must fit every part that is given. */
export interface NoteChoice {
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** A path or glob: `drafts/**`, `2024-*.md`. */
  readonly pattern?: string | undefined
}

interface Chosen {
  readonly path: string
}

/** The notes as they are on disk now. INVALID_ARGUMENT where nothing limits the choice. */
export async function chooseNotes(
  vault: VaultContext,
  { type, tags, pattern }: NoteChoice,
): Promise<readonly Chosen[]> {
  if (type === undefined && pattern === undefined && (tags ?? []).length === 0) {
    throw new VaultError('INVALID_ARGUMENT', 'Say which notes: nothing limits the choice.', {
      hint: 'Give type, tags or pattern, such as drafts/** for all notes below drafts.',
    })
  }
  await vault.index.refresh('')
  const fits = pattern === undefined ? () => true : ignoreMatcher([pattern])
  return (await notesThatFit(vault, { type, tags })).filter(({ path }) => fits(path))
}

/** The notes in the index, by path. */
export async function notesThatFit(
  { index }: VaultContext,
  filter: Omit<NoteChoice, 'pattern'>,
): Promise<readonly Chosen[]> {
  const all = { sort: 'path', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  return (await index.query(({ queries }) => listNotes(queries, filter, all))).notes
}

/** Holds one call to the number of notes that the vault lets it delete. */
export function refuseTooMany(vault: VaultContext, notes: readonly Chosen[]): void {
  const most = vault.config.deletion.max_bulk_delete
  if (notes.length <= most) return
  throw new VaultError(
    'CONFLICT',
    `${notes.length} notes would be deleted; this vault allows ${most} in one call. Nothing was changed.`,
    {
      note_count: notes.length,
      max_bulk_delete: most,
      examples: notes.slice(0, 10).map(({ path }) => path),
      hint: "Choose fewer notes, or have the vault's owner raise deletion.max_bulk_delete in .flint-note/config.yml.",
    },
  )
}

/** Their files, for moving or removing them: they need not be UTF-8. */
export async function readChosen(
  vault: VaultContext,
  notes: readonly Chosen[],
): Promise<readonly StoredFile[]> {
  return await Promise.all(notes.map(({ path }) => vault.writer.readAsIs(path)))
}
