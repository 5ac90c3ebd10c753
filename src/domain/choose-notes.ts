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

/** The notes as they are on disk now. INVALID_ARGUMENT where nothing limits the choice. */
export async function chooseNotes(
  vault: VaultContext,
  { type, tags, pattern }: NoteChoice,
): Promise<readonly { readonly path: string }[]> {
  if (type === undefined && pattern === undefined && (tags ?? []).length === 0) {
    throw new VaultError('INVALID_ARGUMENT', 'Say which notes: nothing limits the choice.', {
      hint: 'Give type, tags or pattern, such as drafts/** for all notes below drafts.',
    })
  }
  await vault.index.refresh('')
  const all = { sort: 'path', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const
  const { notes } = await vault.index.query(({ queries }) => listNotes(queries, { type, tags }, all))
  const fits = pattern === undefined ? () => true : ignoreMatcher([pattern])
  return notes.filter(({ path }) => fits(path))
}

/** Their files, for moving or removing them: they need not be UTF-8. */
export async function readChosen(
  vault: VaultContext,
  notes: readonly { readonly path: string }[],
): Promise<readonly StoredFile[]> {
  return await Promise.all(notes.map(({ path }) => vault.writer.readAsIs(path)))
}
