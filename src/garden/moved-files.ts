import type { HeadingChange } from '../markdown/write-heading.ts'
import { isCanvas, isNotePath } from '../model/note-path.ts'
import type { FileChange } from '../changes/change-plan.ts'
import { requireUtf8 } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/vault-files.ts'
import type { Move } from './move.ts'

/** A file that a move names. */
export interface MovedFile {
  readonly from: string
  readonly to: string
  readonly before: StoredFile
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
  for (const { from, to, text, heading = null } of moves) {
    if (!isNotePath(from) && (await vault.files.isFolder(from))) folders.push({ from, to })
    else {
      const before = await vault.files.read(from)
      if (before === null) throw await vault.finder.notFound(from)
      files.push({ from, to, before, text: text ?? before.text, heading })
    }
  }
  return { files, folders }
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
  if (text !== before.text) requireUtf8(before)
  const version = { text: before.text, hash }
  if (from === to) return text === before.text ? null : { kind: 'replace', path: from, before: version, text }
  // Bytes that are no text could not be written back.
  if (text === before.text && (!before.isUtf8 || !hasLinks(from)))
    return { kind: 'move', path: from, to, before: { hash }, text: null }
  return { kind: 'move', path: from, to, before: version, text }
}
