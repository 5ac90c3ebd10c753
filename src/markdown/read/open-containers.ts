import { Code } from '../text/characters.ts'
import type { LineCursor } from '../text/line-cursor.ts'

interface Container {
  readonly kind: 'quote' | 'item' | 'footnote'
  /** Columns by which the later lines of an item or a footnote are indented. */
  readonly width: number
  /** True for an item without content on its first line: a blank line ends it. */
  isEmpty: boolean
}

/** The quotes, list items and footnotes that a line is in, the outermost first. */
export class OpenContainers {
  readonly #containers: Container[]

  /** Continues inside the same containers, for a part of the text that is read by itself. */
  constructor(outer: OpenContainers | null = null) {
    this.#containers = outer === null ? [] : outer.#containers.map((container) => ({ ...container }))
  }

  get depth(): number {
    return this.#containers.length
  }

  get hasQuote(): boolean {
    return this.#containers.some(({ kind }) => kind === 'quote')
  }

  get isInItem(): boolean {
    return this.#containers.at(-1)?.kind === 'item'
  }

  /** How many of them this line continues; the cursor ends up behind their marks. */
  match(line: LineCursor): number {
    let matched = 0
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (line.indent > 3 || line.code !== Code.greater) break
        consumeQuoteMark(line)
      } else if (line.isBlank) {
        if (container.isEmpty) break
      } else {
        if (line.indent < container.width) break
        line.advanceColumns(container.width)
        container.isEmpty = false
      }
      matched += 1
    }
    return matched
  }

  /** Consumes the `>` that begins a quote. */
  openQuote(line: LineCursor): void {
    consumeQuoteMark(line)
    this.#containers.push({ kind: 'quote', width: 0, isEmpty: false })
  }

  /** Consumes the marker of a list item, which ends at `markerEnd`. */
  openItem(line: LineCursor, markerEnd: number): void {
    const { indent, next } = line
    line.advanceTo(markerEnd)
    const isEmpty = line.isBlank
    // Five columns and more are indented code within the item.
    const padding = isEmpty || line.indent > 4 ? 1 : line.indent
    line.advanceColumns(padding)
    this.#containers.push({ kind: 'item', width: indent + markerEnd - next + padding, isEmpty })
  }

  /** Consumes the mark of a footnote, which ends at `markEnd`. */
  openFootnote(line: LineCursor, markEnd: number): void {
    line.advanceTo(markEnd)
    line.advanceColumns(line.indent)
    this.#containers.push({ kind: 'footnote', width: 4, isEmpty: false })
  }

  closeDownTo(depth: number): void {
    this.#containers.splice(depth)
  }

  /** The column of the innermost item's marker; `indent` is its distance from its parent's content. */
  itemColumn(indent: number): number {
    // An item's width counts from its parent's content.
    return this.#containers
      .slice(0, -1)
      .reduce((sum, { kind, width }) => (kind === 'quote' ? 0 : sum + width), indent)
  }
}

function consumeQuoteMark(line: LineCursor): void {
  line.advanceTo(line.next + 1)
  if (line.indent > 0) line.advanceColumns(1)
}
