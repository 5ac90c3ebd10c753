import type { PdfFragment } from './pdf-page.ts'
import type { TextLine } from './text-line.ts'

/** Lines that flow into each other, but for those broken on purpose. */
export type Passage = readonly TextLine[]

export interface TextBlock {
  readonly kind: 'text'
  readonly page: number
  readonly passages: readonly Passage[]
}

export interface ItemBlock {
  readonly kind: 'item'
  readonly page: number
  readonly marker: string
  /** Characters of the first line that the marker takes. */
  readonly markerLength: number
  readonly indent: number
  readonly passages: readonly Passage[]
}

export interface TableBlock {
  readonly kind: 'table'
  readonly page: number
  readonly rows: readonly (readonly (readonly PdfFragment[])[])[]
}

export interface CodeBlock {
  readonly kind: 'code'
  readonly page: number
  readonly lines: readonly TextLine[]
}

export type Block = TextBlock | ItemBlock | TableBlock | CodeBlock

export function linesOf(block: TextBlock | ItemBlock): readonly TextLine[] {
  return block.passages.flat()
}
