/** A piece of a line in one style. */
export interface PdfSpan {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** An address outside the document, where this text links to one. */
  readonly link: string | null
}

/**
 * Text on one baseline without a wide gap in it. Its coordinates are those of a reader who holds the page so that the
 * text is upright: x to the right, y downwards, in points.
 */
export interface PdfFragment {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly baseline: number
  /** Degrees by which the text is turned on the page: 0 for most. */
  readonly turn: number
  /** The size that most of its characters have. */
  readonly size: number
  readonly spans: readonly PdfSpan[]
}

export interface PdfPage {
  readonly width: number
  readonly height: number
  /** In the order in which the document paints them. */
  readonly fragments: readonly PdfFragment[]
  /** The share of the page, 0 to 1, that pictures cover. */
  readonly pictures: number
  /** Characters whose fonts do not say what they mean. */
  readonly unreadable: number
}

export interface PdfOutlineEntry {
  readonly title: string
  /** 1 at the top. */
  readonly depth: number
  /** Counted from 0; null where the entry leads nowhere. */
  readonly page: number | null
}

/** Whole words of a fragment or line, styles left out. */
export function textOf(piece: { readonly spans: readonly PdfSpan[] }): string {
  return piece.spans.map(({ text }) => text).join('')
}
