/** What was read from a document that is to become a note: its text as Markdown and what it says about itself. */
export interface DocumentDraft {
  readonly title: string | null
  readonly author: string | null
  readonly date: string | null
  readonly site: string | null
  /** The document's own abstract or description. */
  readonly description: string | null
  readonly language: string | null
  readonly markdown: string
  readonly warnings: string[]
  readonly pages: number | null
}
