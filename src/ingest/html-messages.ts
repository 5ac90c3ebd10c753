import type { DocumentDraft } from '../model/document-draft.ts'

export interface HtmlRequest {
  readonly html: string
  /** The page's address; null for a file. */
  readonly url: string | null
}

export interface PageLink {
  readonly url: string
  readonly text: string
}

export interface HtmlPage {
  readonly draft: DocumentDraft
  /** The links of its main text. */
  readonly links: readonly PageLink[]
}

export type HtmlReply =
  { readonly kind: 'page'; readonly page: HtmlPage } | { readonly kind: 'failed'; readonly message: string }
