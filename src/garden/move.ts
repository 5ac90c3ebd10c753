import type { HeadingChange } from '../markdown/write-heading.ts'

/** A note, another file or a folder, and where it goes. */
export interface Move {
  readonly from: string
  /** The same path for a note that stays and gets another title. */
  readonly to: string
  /** The note's new text, before its links are rewritten; left out, the text stays. */
  readonly text?: string
  /** The heading that has other words in that text: links to it follow. */
  readonly heading?: HeadingChange | null
}
