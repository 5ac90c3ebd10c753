/** The list that the pages of one answer are cut from. */
export interface Walk {
  readonly key: string
  /** Whether a page of it was given before. */
  readonly goesOn: boolean
}
