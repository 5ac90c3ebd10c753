import type { StoredFile } from '../files/stored-file.ts'
import type { HeadingChange } from '../markdown/edit/write-heading.ts'

/** A note, another file or a folder, and where it goes. */
export interface Move {
  readonly from: string
  /** Equal to the old path for a note that stays and gets another title. */
  readonly to: string
  /**
   * What was made of the note's text, before its links are rewritten, and the reading that it was made of: another one may
   * hold what an editor has saved since. Left out, the text stays.
   */
  readonly edit?: { readonly before: StoredFile; readonly text: string }
  /** The heading that has other words in that text: links to it follow. */
  readonly heading?: HeadingChange | null
}
