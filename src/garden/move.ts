/** A note, another file or a folder, and where it goes. */
export interface Move {
  readonly from: string
  /** The same path for a note that stays and gets another title. */
  readonly to: string
  /** The note's new text, before its links are rewritten; left out, the text stays. */
  readonly text?: string
}
