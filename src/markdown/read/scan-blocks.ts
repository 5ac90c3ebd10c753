import type { Heading, SourceRange } from '../../model/parsed-note.ts'
import { addBlockId, addDefinition } from './add-found.ts'
import { Code, isSpaceOrTab, skipSpaces, trimEnd } from '../text/characters.ts'
import { hiddenPart, type Found } from './found.ts'
import { joinLines } from '../text/join-lines.ts'
import { LineCursor } from '../text/line-cursor.ts'
import { lineAt } from '../text/line-starts.ts'
import { readDefinition } from './read-destination.ts'
import { isDelimiterRow, readAtxHeading, readSetextLevel } from './read-heading.ts'
import { closesRawTag, readHtmlBlock, type HtmlBlock } from './read-html-block.ts'
import { readHtmlTag } from './read-html-tag.ts'
import { readListMarker } from './read-list-marker.ts'
import { readCheckbox } from './read-task.ts'
import { scanInline } from './scan-inline.ts'

/**
 * Reads the blocks of a note from `bodyStart` on, by CommonMark's rules line by line, and hands their running text to
 * the inline scanner. Code, HTML comments and raw HTML are left out; of an Obsidian comment links and tags are read.
 */
export function scanBlocks(found: Found, bodyStart: number): void {
  new BlockScanner(found, false).scan(bodyStart, found.text.length)
}

interface Container {
  readonly kind: 'quote' | 'item'
  /** Columns by which an item's later lines are indented. */
  readonly width: number
  /** True for an item that has no content on its first line: a blank line ends it. */
  isEmpty: boolean
}

type Leaf =
  | { readonly kind: 'none' | 'paragraph' | 'table' | 'code' | 'html-text' }
  | { readonly kind: 'fence'; readonly mark: number; readonly length: number }
  | { readonly kind: 'html'; readonly block: HtmlBlock }

const none: Leaf = { kind: 'none' }
const paragraph: Leaf = { kind: 'paragraph' }
const table: Leaf = { kind: 'table' }
const code: Leaf = { kind: 'code' }
const htmlText: Leaf = { kind: 'html-text' }

// Nobody nests deeper by hand; without a bound, each blank line after 100,000 nested lists would visit them all.
const maxDepth = 100

class BlockScanner {
  readonly #found: Found
  readonly #text: string
  readonly #line: LineCursor
  readonly #containers: Container[]
  /** Within a comment a paragraph defines no references. */
  readonly #isComment: boolean
  #bodyStart = 0
  #leaf: Leaf = none
  #quotes = 0
  /** The stretch of running text that is being collected. */
  #start = 0
  #end = 0
  #lastLineStart = 0
  #prefixes: SourceRange[] = []
  /** Offset up to which a comment hides everything. */
  #hiddenUntil = 0
  /** Position before which nothing on this line is a thematic break. */
  #noBreakBefore = 0
  #lineStart = 0
  #lineEnd = 0

  constructor(found: Found, isComment: boolean, containers: readonly Container[] = []) {
    this.#found = found
    this.#isComment = isComment
    this.#containers = containers.map((container) => ({ ...container }))
    this.#quotes = containers.filter(({ kind }) => kind === 'quote').length
    this.#text = found.text
    this.#line = new LineCursor(found.text)
  }

  /** Reads the lines from `bodyStart` to `bodyEnd`. */
  scan(bodyStart: number, bodyEnd: number): void {
    const { lineStarts } = this.#found
    const text = this.#text
    this.#bodyStart = bodyStart
    for (
      let index = lineAt(lineStarts, bodyStart) - 1;
      (lineStarts[index] ?? bodyEnd) < bodyEnd;
      index += 1
    ) {
      const start = Math.max(lineStarts[index] ?? 0, bodyStart)
      let end = Math.min(bodyEnd, (lineStarts[index + 1] ?? Infinity) - 1)
      if (end > start && text.charCodeAt(end - 1) === Code.carriageReturn) end -= 1
      this.#readLine(start, end)
    }
    this.#closeLeaf()
  }

  #readLine(start: number, end: number): void {
    this.#lineStart = start
    this.#lineEnd = end
    if (this.#hiddenUntil > start) {
      if (this.#hiddenUntil < end) this.#appendText(this.#hiddenUntil)
      return
    }
    this.#line.startLine(start, end)
    const matched = this.#matchContainers()
    const isMatched = matched === this.#containers.length
    if (isMatched && this.#continueLeaf()) return
    this.#openBlocks(matched)
  }

  /** How many of the open containers this line goes on with; the cursor ends up behind their marks. */
  #matchContainers(): number {
    const line = this.#line
    let matched = 0
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        if (line.indent > 3 || line.code !== Code.greater) break
        this.#consumeQuoteMark()
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

  #consumeQuoteMark(): void {
    this.#line.advanceTo(this.#line.next + 1)
    if (this.#line.indent > 0) this.#line.advanceColumns(1)
  }

  /** Goes on with a block whose text is not read as Markdown; false where the line is for others to read. */
  #continueLeaf(): boolean {
    const line = this.#line
    const leaf = this.#leaf
    switch (leaf.kind) {
      case 'fence':
        if (line.indent <= 3 && this.#closesFence(leaf.mark, leaf.length)) this.#leaf = none
        return true
      case 'html':
        this.#continueHtml(leaf.block, line.at)
        return true
      case 'html-text':
        if (line.isBlank) this.#closeLeaf()
        else this.#appendText(line.next)
        return true
      case 'code':
        if (line.indent >= 4 || line.isBlank) return true
        this.#leaf = none
        return false
      case 'none':
      case 'paragraph':
      case 'table':
        return false
    }
  }

  /** Opens the blocks that this line begins, then takes the rest of it as text. */
  #openBlocks(alreadyMatched: number): void {
    const line = this.#line
    let matched = alreadyMatched
    for (;;) {
      const isParagraph = this.#leaf.kind === 'paragraph'
      const isSameParagraph = isParagraph && matched === this.#containers.length
      if (line.isBlank) {
        this.#closeDownTo(matched)
        return
      }
      if (line.indent >= 4) {
        const isDeepItem = isSameParagraph && this.#isInItem() && this.#startsItem(true)
        if (!isDeepItem) {
          if (isParagraph) break
          this.#closeDownTo(matched)
          this.#leaf = code
          return
        }
      }
      if (isLetter(line.code)) break
      if (this.#openLeaf(matched, isSameParagraph)) return
      if (matched >= maxDepth) break
      if (line.code === Code.greater) {
        this.#closeDownTo(matched)
        this.#consumeQuoteMark()
        this.#containers.push({ kind: 'quote', width: 0, isEmpty: false })
        this.#quotes += 1
      } else if (this.#startsItem(isSameParagraph)) {
        this.#closeDownTo(matched)
        this.#openItem()
      } else break
      matched = this.#containers.length
    }
    // A line without its paragraph's marks goes on with it all the same.
    if (this.#leaf.kind !== 'paragraph') {
      if (matched < this.#containers.length || this.#leaf.kind !== 'table') this.#closeDownTo(matched)
    }
    this.#appendText(line.next)
  }

  /** Reads a block that holds no other blocks; true where the line is used up. */
  #openLeaf(matched: number, isSameParagraph: boolean): boolean {
    const { next, lineEnd, code: first } = this.#line
    switch (first) {
      case Code.hash:
        return this.#openHeading(matched)
      case Code.backtick:
      case Code.tilde:
        return this.#openFence(matched, first)
      case Code.less:
        return this.#openHtml(matched, isSameParagraph)
      case Code.percent:
        return this.#openComment(matched)
      case Code.equals:
      case Code.dash:
        if (isSameParagraph && this.#closeSetext(readSetextLevel(this.#text, next, lineEnd))) return true
        if (isSameParagraph && this.#openTable()) return true
        return this.#readThematicBreak(matched)
      case Code.star:
      case Code.underscore:
        return this.#readThematicBreak(matched)
      case Code.pipe:
      case Code.colon:
        return isSameParagraph && this.#openTable()
      default:
        return false
    }
  }

  #openHeading(matched: number): boolean {
    const { next, lineEnd } = this.#line
    const heading = readAtxHeading(this.#text, next, lineEnd)
    if (heading === null) return false
    this.#closeDownTo(matched)
    const { level, textStart, textEnd } = heading
    const range = { start: this.#lineStart, end: trimEnd(this.#text, next, lineEnd) }
    this.#addHeading(level, this.#text.slice(textStart, textEnd), range)
    this.#readText(textStart, textEnd, [])
    return true
  }

  #closeSetext(level: 0 | 1 | 2): boolean {
    if (level === 0) return false
    const end = trimEnd(this.#text, this.#start, this.#end)
    const text = joinLines(this.#text.slice(this.#start, end))
    const line = lineAt(this.#found.lineStarts, this.#start)
    const first = Math.max(this.#found.lineStarts[line - 1] ?? 0, this.#bodyStart)
    this.#addHeading(level, text, { start: first, end: trimEnd(this.#text, this.#line.next, this.#lineEnd) })
    this.#readText(this.#start, end, this.#prefixes)
    this.#leaf = none
    return true
  }

  /** Headings inside quotes and lists divide nothing and are in no outline, as in Obsidian. */
  #addHeading(level: number, text: string, range: SourceRange): void {
    if (this.#containers.length > 0) return
    const line = lineAt(this.#found.lineStarts, range.start)
    if (isHeadingLevel(level)) this.#found.headings.push({ level, text, line, range })
  }

  #openFence(matched: number, mark: number): boolean {
    const { next, lineEnd } = this.#line
    const after = runEnd(this.#text, next, lineEnd, mark)
    if (after - next < 3) return false
    // An info string with a backtick makes it inline code.
    if (mark === Code.backtick && this.#text.slice(after, lineEnd).includes('`')) return false
    this.#closeDownTo(matched)
    this.#leaf = { kind: 'fence', mark, length: after - next }
    return true
  }

  #closesFence(mark: number, length: number): boolean {
    const { next, lineEnd } = this.#line
    const after = runEnd(this.#text, next, lineEnd, mark)
    return after - next >= length && skipSpaces(this.#text, after, lineEnd) >= lineEnd
  }

  #openHtml(matched: number, isSameParagraph: boolean): boolean {
    const { next, lineEnd } = this.#line
    const block = readHtmlBlock(this.#text, next, lineEnd)
    if (block === null) {
      const after = isSameParagraph ? -1 : readHtmlTag(this.#text, next, lineEnd)
      if (after === -1 || skipSpaces(this.#text, after, lineEnd) < lineEnd) return false
    }
    this.#closeDownTo(matched)
    if (block === null || block.ends === 'blank') {
      this.#leaf = htmlText
      this.#startText(next)
    } else {
      this.#leaf = { kind: 'html', block }
      this.#continueHtml(block, block.ends === 'mark' ? next + 2 : next)
    }
    return true
  }

  /** Ends raw HTML where this line ends it. What follows a comment on its last line is text again. */
  #continueHtml(block: HtmlBlock, from: number): void {
    const end = this.#lineEnd
    if (block.ends === 'mark' && block.mark === '-->') {
      const close = this.#found.commentEnds.from(from)
      if (close === -1 || close >= end) return
      this.#leaf = none
      this.#readText(close + 3, end, [])
    } else {
      const line = this.#text.slice(from, end)
      if (block.ends === 'mark' ? line.includes(block.mark) : closesRawTag(line)) this.#leaf = none
    }
  }

  /** A `%%` that begins a line and closes on a later one hides all between, whatever it is, but for its links and tags. */
  #openComment(matched: number): boolean {
    const { next, lineEnd } = this.#line
    if (this.#text.charCodeAt(next + 1) !== Code.percent) return false
    const close = this.#found.percents.from(next + 2)
    if (close === -1 || close < lineEnd) return false
    this.#closeDownTo(matched)
    const inside = { ...hiddenPart(this.#found), headings: [], tasks: [], blocks: [] }
    scanInline(inside, { start: next + 2, end: lineEnd, prefixes: [], isTableRow: false })
    const below = this.#text.indexOf('\n', lineEnd) + 1
    if (below < close) new BlockScanner(inside, true, this.#containers).scan(below, close)
    this.#hiddenUntil = close + 2
    return true
  }

  #readThematicBreak(matched: number): boolean {
    const { next, lineEnd } = this.#line
    if (next < this.#noBreakBefore) return false
    const mark = this.#text.charCodeAt(next)
    let count = 0
    for (let at = next; at < lineEnd; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === mark) count += 1
      else if (!isSpaceOrTab(code)) {
        this.#noBreakBefore = at
        return false
      }
    }
    if (count < 3) return false
    this.#closeDownTo(matched)
    return true
  }

  #openTable(): boolean {
    const { next, lineEnd } = this.#line
    const header = this.#lastLineStart
    if (!this.#text.slice(header, this.#end).includes('|') || !isDelimiterRow(this.#text, next, lineEnd))
      return false
    if (header > this.#start) this.#readParagraph(this.#start, trimEnd(this.#text, this.#start, header))
    scanInline(this.#found, { start: header, end: this.#end, prefixes: [], isTableRow: true })
    this.#leaf = table
    // So that a block id is looked for below the delimiter row only.
    this.#start = this.#end = lineEnd
    return true
  }

  #isInItem(): boolean {
    return this.#containers.at(-1)?.kind === 'item'
  }

  #startsItem(isInParagraph: boolean): boolean {
    const { next, lineEnd } = this.#line
    const marker = readListMarker(this.#text, next, lineEnd)
    if (marker === null) return false
    if (!isInParagraph) return true
    return marker.mayInterrupt && skipSpaces(this.#text, marker.end, lineEnd) < lineEnd
  }

  #openItem(): void {
    const line = this.#line
    const marker = readListMarker(this.#text, line.next, line.lineEnd)
    if (marker === null) return
    const { indent, next } = line
    const markerWidth = marker.end - next
    line.advanceTo(marker.end)
    const isEmpty = line.isBlank
    // Five columns and more are indented code within the item.
    const padding = isEmpty || line.indent > 4 ? 1 : line.indent
    line.advanceColumns(padding)
    this.#containers.push({ kind: 'item', width: indent + markerWidth + padding, isEmpty })
    if (line.indent < 4) this.#addTask(indent)
  }

  #addTask(indent: number): void {
    const { next, lineEnd } = this.#line
    const checkbox = readCheckbox(this.#text, next, lineEnd)
    if (checkbox === null) return
    const line = lineAt(this.#found.lineStarts, this.#lineStart)
    const outer = this.#containers.slice(0, -1)
    // An item's width counts from its parent's content.
    const columns = outer.reduce((sum, { kind, width }) => (kind === 'quote' ? 0 : sum + width), indent)
    this.#found.tasks.push({
      ...checkbox,
      line,
      indent: columns,
      range: { start: this.#lineStart, end: lineEnd },
    })
  }

  #closeDownTo(depth: number): void {
    this.#closeLeaf()
    while (this.#containers.length > depth) if (this.#containers.pop()?.kind === 'quote') this.#quotes -= 1
  }

  #closeLeaf(): void {
    const { kind } = this.#leaf
    this.#leaf = none
    if (kind === 'paragraph') this.#readParagraph(this.#start, this.#end)
    else if (kind === 'html-text') this.#readText(this.#start, this.#end, this.#prefixes)
    else if (kind === 'table') addBlockId(this.#found, this.#start, this.#end)
  }

  #startText(from: number): void {
    this.#start = this.#lastLineStart = from
    this.#end = this.#lineEnd
    if (this.#prefixes.length > 0) this.#prefixes = []
  }

  #appendText(from: number): void {
    if (this.#leaf.kind === 'table') {
      this.#start = from
      this.#end = this.#lineEnd
      scanInline(this.#found, { start: from, end: this.#lineEnd, prefixes: [], isTableRow: true })
    } else if (this.#leaf.kind === 'none') {
      this.#leaf = paragraph
      this.#startText(from)
    } else {
      if (this.#quotes > 0) this.#prefixes.push({ start: this.#lineStart, end: from })
      this.#lastLineStart = from
      this.#end = this.#lineEnd
    }
  }

  /** A paragraph begins with any number of reference definitions. */
  #readParagraph(from: number, end: number): void {
    let start = from
    let nextPrefix = 0
    while (!this.#isComment && start < end && this.#text.charCodeAt(start) === Code.openBracket) {
      const newline = this.#text.indexOf('\n', start)
      const isLast = newline === -1 || newline >= end
      const lineEnd = trimEnd(this.#text, start, isLast ? end : newline)
      const definition = readDefinition(this.#text, start, lineEnd)
      if (definition === null) break
      addDefinition(this.#found, { start, end: definition.end }, definition.destination)
      if (isLast) return
      while ((this.#prefixes[nextPrefix]?.start ?? end) <= newline) nextPrefix += 1
      const prefix = this.#prefixes[nextPrefix]
      start = skipSpaces(this.#text, prefix?.start === newline + 1 ? prefix.end : newline + 1, end)
    }
    addBlockId(this.#found, Math.max(start, Math.min(this.#lastLineStart, end)), end)
    scanInline(this.#found, { start, end, prefixes: this.#prefixes, isTableRow: false })
  }

  #readText(start: number, end: number, prefixes: readonly SourceRange[]): void {
    addBlockId(this.#found, start, end)
    scanInline(this.#found, { start, end, prefixes, isTableRow: false })
  }
}

function isLetter(code: number): boolean {
  return code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isHeadingLevel(level: number): level is Heading['level'] {
  return level >= 1 && level <= 6
}

function runEnd(text: string, start: number, limit: number, mark: number): number {
  let at = start
  while (at < limit && text.charCodeAt(at) === mark) at += 1
  return at
}
