import type { HeadingChange } from '../markdown/edit/write-heading.ts'
import { isCanvas, isNotePath } from '../model/note-path.ts'
import type { FileChange } from '../changes/change-plan.ts'
import { requireEditable } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { movedText } from './moved-text.ts'
import type { Move } from './move.ts'

/** A file as it is before a move. */
export type MovedVersion = Pick<StoredFile, 'path' | 'text' | 'hash' | 'isUtf8' | 'cutFrom'>

/** A file that a move names. */
export interface MovedFile {
  readonly from: string
  readonly to: string
  readonly before: MovedVersion
  /** Its new text before its links are rewritten. */
  readonly text: string
  readonly heading: HeadingChange | null
}

export interface MovedFolder {
  readonly from: string
  readonly to: string
}

/** The moves by what they move, with the files as they are on disk. */
export async function readMoves(
  vault: VaultContext,
  moves: readonly Move[],
): Promise<{ readonly files: readonly MovedFile[]; readonly folders: readonly MovedFolder[] }> {
  const files: MovedFile[] = []
  const folders: MovedFolder[] = []
  for (const { from, to, edit, heading = null } of moves) {
    if (!isNotePath(from) && (await vault.files.isFolder(from))) folders.push({ from, to })
    else {
      const before = edit?.before ?? (await readVersion(vault, from))
      const given = edit?.text ?? before.text
      const text = before.cutFrom === null ? await movedText(vault, from, to, given) : given
      files.push({ from, to, before, text, heading })
    }
  }
  return { files, folders }
}

/** Of a file that has no links only the bytes are moved: a film need not be read. */
async function readVersion(vault: VaultContext, path: string): Promise<MovedVersion> {
  if (hasLinks(path)) return await vault.writer.readAsIs(path)
  const found = await vault.files.look(path)
  if (found.kind !== 'file') throw await vault.finder.notFound(path)
  return { path, text: '', hash: found.hash, isUtf8: false, cutFrom: null }
}

/** True where the file has links that a plan may rewrite. */
export function hasLinks(path: string): boolean {
  return isNotePath(path) || isCanvas(path)
}

/** The step that gives the file its place and its text; null where neither changes. */
export function toStep(
  { from, to, before, text: given }: MovedFile,
  rewritten: string | null,
): FileChange | null {
  const text = rewritten ?? given
  const { hash } = before
  if (text !== before.text) requireEditable(before)
  const version = { text: before.text, hash }
  if (from === to) return text === before.text ? null : { kind: 'replace', path: from, before: version, text }
  // Bytes that are no text could not be written back.
  if (text === before.text && (!before.isUtf8 || !hasLinks(from)))
    return { kind: 'move', path: from, to, before: { hash }, text: null }
  return { kind: 'move', path: from, to, before: version, text }
}
