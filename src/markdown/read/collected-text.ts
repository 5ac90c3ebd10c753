import type { SourceRange } from '../../model/parsed-note.ts'
import { Code, skipSpaces, trimEnd } from '../text/characters.ts'
import { addBlockId, addLink } from './add-found.ts'
import type { Found } from './found.ts'
import { readDefinition, type RestOfLine } from './read-destination.ts'
import { scanInline } from './scan-inline.ts'

/** Collects a stretch of running text line by line and reads it once it is whole. */
export class CollectedText {
  readonly #found: Found
  readonly #isComment: boolean
  #start = 0
  #end = 0
  #lastLineStart = 0
  #prefixes: SourceRange[] = []

  /** A paragraph inside a comment defines no references. */
  constructor(found: Found, isComment: boolean) {
    this.#found = found
    this.#isComment = isComment
  }

  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  begin(from: number, lineEnd: number): void {
    this.#start = this.#lastLineStart = from
    this.#end = lineEnd
    if (this.#prefixes.length > 0) this.#prefixes = []
  }

  /** Adds the rest of a line; `prefixStart` is where the quote marks before it begin, or null. */
  append(from: number, lineEnd: number, prefixStart: number | null): void {
    if (prefixStart !== null) this.#prefixes.push({ start: prefixStart, end: from })
    this.#lastLineStart = from
    this.#end = lineEnd
  }

  /** Reads the collected text as a table's header, if its last line could be one because it has a bar. */
  readHeader(delimiterEnd: number): boolean {
    const { text } = this.#found
    const header = this.#lastLineStart
    if (!text.slice(header, this.#end).includes('|')) return false
    if (header > this.#start) this.readParagraph(trimEnd(text, this.#start, header))
    this.#readCells(header, this.#end)
    // Block ids are searched for only below the delimiter row.
    this.#start = this.#end = delimiterEnd
    return true
  }

  readRow(from: number, lineEnd: number): void {
    this.#start = from
    this.#end = lineEnd
    this.#readCells(from, lineEnd)
  }

  readBlockIdOfTable(): void {
    addBlockId(this.#found, this.#start, this.#end)
  }

  readParagraph(end = this.#end): void {
    if (!this.readDefinitions(end)) return
    addBlockId(this.#found, Math.max(this.#start, Math.min(this.#lastLineStart, end)), end)
    scanInline(this.#found, { start: this.#start, end, prefixes: this.#prefixes, isTableRow: false })
  }

  /** Reads the text up to `end` without looking for definitions. */
  readText(end = this.#end): void {
    readText(this.#found, this.#start, end, this.#prefixes)
  }

  #readCells(start: number, end: number): void {
    scanInline(this.#found, { start, end, prefixes: [], isTableRow: true })
  }

  /** Reads the definitions that the paragraph begins with, and leaves them out from now on; false where it has no more text. */
  readDefinitions(end = this.#end): boolean {
    const { text } = this.#found
    let nextPrefix = 0
    const restOfLine = (at: number): RestOfLine => {
      const newline = text.indexOf('\n', at)
      if (newline === -1 || newline >= end) return { end: trimEnd(text, at, end), next: null }
      while ((this.#prefixes[nextPrefix]?.start ?? end) <= newline) nextPrefix += 1
      const prefix = this.#prefixes[nextPrefix]
      const next = skipSpaces(text, prefix?.start === newline + 1 ? prefix.end : newline + 1, end)
      return { end: trimEnd(text, at, newline), next }
    }
    while (!this.#isComment && this.#start < end && text.charCodeAt(this.#start) === Code.openBracket) {
      const definition = readDefinition(text, this.#start, end, restOfLine)
      if (definition === null) break
      const range = { start: this.#start, end: definition.end }
      // Links that use its label lead there.
      addLink(this.#found, { form: 'reference', isEmbed: false, text: null, range }, definition.destination)
      this.#start = definition.next ?? end
    }
    return this.#start < end
  }
}

/** Reads a stretch of running text without looking for definitions; `prefixes` are its quote marks. */
export function readText(
  found: Found,
  start: number,
  end: number,
  prefixes: readonly SourceRange[] = [],
): void {
  addBlockId(found, start, end)
  scanInline(found, { start, end, prefixes, isTableRow: false })
}
