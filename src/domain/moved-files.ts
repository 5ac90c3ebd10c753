import type { PartNames } from '../markdown/edit/aim-self-links.ts'
import type { HeadingChange } from '../markdown/edit/write-heading.ts'
import { isCanvas, isNotePath } from '../model/note-path.ts'
import type { FileChange } from '../changes/change-plan.ts'
import { requireEditable } from '../vault/note-writer.ts'
import type { StoredFile } from '../files/stored-file.ts'

/** A folder, and where it goes. */
export interface MovedFolder {
  readonly from: string
  readonly to: string
}

/** A note or another file, and where it goes: equal to the old path for a note that stays and gets another title. */
export interface MovedFile extends MovedFolder {
  /** The reading that the text was made of: another one may hold what an editor has saved since. */
  readonly before: StoredFile
  /** Its new text before its links are rewritten. */
  readonly text: string
  /** The heading that has other words in that text: links to it follow. */
  readonly heading: HeadingChange | null
}

/** A note that is made of a part of another, with its links as they stood there. */
export interface MadeNote extends MovedFolder {
  readonly text: string
  /** The headings and blocks that are no longer in the note that it was a part of. */
  readonly parts: PartNames
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
