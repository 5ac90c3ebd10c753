/** What a reader makes of a document: its text as Markdown, and what it says of itself. */
export interface DocumentDraft {
  readonly title: string | null
  readonly author: string | null
  readonly date: string | null
  readonly site: string | null
  readonly description: string | null
  readonly language: string | null
  readonly markdown: string
  /** What could not be read, a sentence each. */
  readonly warnings: readonly string[]
  /** Null for what has no pages. */
  readonly pages: number | null
}
