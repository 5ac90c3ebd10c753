import { editTitle, renamedHeading } from '../markdown/edit/edit-title.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import type { HeadingChange } from '../markdown/edit/write-heading.ts'
import { applyEdits } from '../model/text-edit.ts'

/** The names that a note bears beside its file's. */
export interface OwnNames {
  /** Null where the file's name is the title. */
  readonly title: string | null
  readonly aliases: readonly string[]
}

export interface Retitled {
  readonly text: string
  /** What the text says before and after; null where the file's name is the title. */
  readonly oldTitle: string | null
  readonly newTitle: string | null
  /** The heading to which links have to follow; null where there is none such. */
  readonly heading: HeadingChange | null
}

export function readOwnNames(text: string): OwnNames {
  const { title, aliases } = parseNote(text)
  return { title, aliases }
}

/** The note's text with another title in the place where it keeps it; as it is where its file is called so. */
export function retitle(
  text: string,
  { title, isFileCalledSo }: { readonly title: string; readonly isFileCalledSo: boolean },
): Retitled {
  const note = parseNote(text)
  const isInName = note.titlePlace === 'file name' && isFileCalledSo
  const after = isInName ? text : applyEdits(text, editTitle(text, note, title))
  const newTitle = after === text ? note.title : parseNote(after).title
  return { text: after, oldTitle: note.title, newTitle, heading: renamedHeading(note, title) }
}
