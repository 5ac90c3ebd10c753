import type { Heading, SourceRange } from '../../model/parsed-note.ts'
import { Code, isSpaceOrTab, skipSpaces, trimEnd } from '../text/characters.ts'
import { CollectedText, readText } from './collected-text.ts'
import { footnoteMarkEnd } from './footnote-mark.ts'
import { hiddenPart, type Found } from './found.ts'
import { splitAttributes } from './heading-attributes.ts'
import { joinLines } from '../text/join-lines.ts'
import { LineCursor } from '../text/line-cursor.ts'
import { lineAt } from '../text/line-starts.ts'
import { OpenContainers } from './open-containers.ts'
import { closesFence, readFenceStart } from './read-fence.ts'
import { isDelimiterRow, readAtxHeading, readSetextLevel } from './read-heading.ts'
import { closesRawTag, readHtmlBlock, type HtmlBlock } from './read-html-block.ts'
import { readHtmlTag } from './read-html-tag.ts'
import { readListMarker, type ListMarker } from './read-list-marker.ts'
import { readCheckbox } from './read-task.ts'
import { scanInline } from './scan-inline.ts'

/**
 * Reads the blocks of a note from `bodyStart` on, line by line by CommonMark's rules, and hands their running text to
 * the inline scanner. Code, HTML comments and raw HTML are left out; links and tags in an Obsidian comment are read.
 */
export function scanBlocks(found: Found, bodyStart: number): ScannedBlocks {
  return new BlockScanner(found).scan(bodyStart, found.text.length)
}

export interface ScannedBlocks {
  /** The kind of the block that the last line is in. */
  readonly lastBlock: Leaf['kind']
  /** Where the note's own text ends, as in `SectionedNote`. */
  readonly end: number
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
  readonly #containers: OpenContainers
  readonly #collected: CollectedText
  #bodyStart = 0
  #leaf: Leaf = none
  /** Offset up to which a comment hides everything. */
  #hiddenUntil = 0
  /** Where the last comment of whole lines begins that stands in no other block. */
  #comment = 0
  /** Position before which nothing on this line is a thematic break. */
  #noBreakBefore = 0
  #lineStart = 0
  #lineEnd = 0

  /** The text of a comment is read inside the containers around it. */
  constructor(found: Found, around: OpenContainers | null = null) {
    this.#found = found
    this.#text = found.text
    this.#line = new LineCursor(found.text)
    this.#containers = new OpenContainers(around)
    this.#collected = new CollectedText(found, around !== null)
  }

  /** Reads the lines from `bodyStart` to `bodyEnd`. */
  scan(bodyStart: number, bodyEnd: number): ScannedBlocks {
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
    const { kind } = this.#leaf
    this.#closeLeaf()
    const endsInComment = this.#hiddenUntil > this.#comment && text.slice(this.#hiddenUntil).trim() === ''
    return { lastBlock: kind, end: endsInComment ? this.#comment : bodyEnd }
  }

  #readLine(start: number, end: number): void {
    this.#lineStart = start
    this.#lineEnd = end
    if (this.#hiddenUntil > start) {
      if (this.#hiddenUntil < end) this.#appendText(this.#hiddenUntil)
      return
    }
    this.#line.startLine(start, end)
    const matched = this.#containers.match(this.#line)
    const isMatched = matched === this.#containers.depth
    if (isMatched && this.#continueLeaf()) return
    if (this.#found.conflictMarks.has(start)) {
      this.#closeDownTo(0)
      return
    }
    this.#openBlocks(matched)
  }

  /** Continues a block whose text is not read as Markdown; false where the line is not part of one. */
  #continueLeaf(): boolean {
    const line = this.#line
    const leaf = this.#leaf
    switch (leaf.kind) {
      case 'fence':
        if (line.indent <= 3 && closesFence(this.#text, line.next, line.lineEnd, leaf)) this.#leaf = none
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
      const isSameParagraph = isParagraph && matched === this.#containers.depth
      if (line.isBlank) {
        this.#closeDownTo(matched)
        return
      }
      if (line.indent >= 4) {
        const isDeepItem = isSameParagraph && this.#containers.isInItem && this.#readItem(true) !== null
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
      const item = this.#readItem(isSameParagraph)
      const footnote = line.code === Code.openBracket ? footnoteMarkEnd(this.#text, line.next) : -1
      if (line.code !== Code.greater && item === null && footnote === -1) break
      this.#closeDownTo(matched)
      if (item !== null) this.#openItem(item)
      else if (footnote !== -1) this.#openFootnote(footnote)
      else this.#containers.openQuote(line)
      matched = this.#containers.depth
    }
    // A line without its paragraph's marks continues it all the same.
    if (this.#leaf.kind !== 'paragraph') {
      if (matched < this.#containers.depth || this.#leaf.kind !== 'table') this.#closeDownTo(matched)
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
        return this.#openHtml(matched)
      case Code.percent:
        return this.#openComment(matched)
      case Code.equals:
      case Code.dash:
        if (isSameParagraph && this.#closeSetext(readSetextLevel(this.#text, next, lineEnd))) return true
        if (isSameParagraph && this.#openTable()) return true
        return first === Code.dash && this.#readThematicBreak(matched)
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
    const written = this.#text.slice(textStart, textEnd)
    this.#addHeading(level, written, range)
    readText(this.#found, textStart, textStart + splitAttributes(written).words.length)
    return true
  }

  #closeSetext(level: 0 | 1 | 2): boolean {
    if (level === 0) return false
    if (!this.#collected.readDefinitions()) {
      this.#leaf = none
      return false
    }
    const { start } = this.#collected
    const end = trimEnd(this.#text, start, this.#collected.end)
    const text = joinLines(this.#text.slice(start, end))
    const line = lineAt(this.#found.lineStarts, start)
    const first = Math.max(this.#found.lineStarts[line - 1] ?? 0, this.#bodyStart)
    this.#addHeading(level, text, { start: first, end: trimEnd(this.#text, this.#line.next, this.#lineEnd) })
    this.#collected.readText(end)
    this.#leaf = none
    return true
  }

  /** Headings inside quotes, lists and footnotes divide nothing and are not in the outline, as in Obsidian. */
  #addHeading(level: number, text: string, range: SourceRange): void {
    if (this.#containers.depth > 0) return
    const line = lineAt(this.#found.lineStarts, range.start)
    const { words, id } = splitAttributes(text)
    if (isHeadingLevel(level))
      this.#found.headings.push({ level, text: words, ...(id !== null && { id }), line, range })
  }

  #openFence(matched: number, mark: number): boolean {
    const { next, lineEnd } = this.#line
    const length = readFenceStart(this.#text, next, lineEnd, mark)
    if (length === 0) return false
    this.#closeDownTo(matched)
    this.#leaf = { kind: 'fence', mark, length }
    return true
  }

  #openHtml(matched: number): boolean {
    const { next, lineEnd } = this.#line
    const block = readHtmlBlock(this.#text, next, lineEnd)
    if (block === null) {
      // A tag alone on its line interrupts no paragraph, also where the line has not the paragraph's marks.
      const after = this.#leaf.kind === 'paragraph' ? -1 : readHtmlTag(this.#text, next, lineEnd)
      if (after === -1 || skipSpaces(this.#text, after, lineEnd) < lineEnd) return false
    }
    this.#closeDownTo(matched)
    if (block === null || block.ends === 'blank') {
      this.#leaf = htmlText
      this.#collected.begin(next, this.#lineEnd)
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
      readText(this.#found, close + 3, end)
    } else {
      const line = this.#text.slice(from, end)
      if (block.ends === 'mark' ? line.includes(block.mark) : closesRawTag(line)) this.#leaf = none
    }
  }

  /** A `%%` that begins a line and closes on a later one hides everything between, except its links and tags. */
  #openComment(matched: number): boolean {
    const { next, lineEnd } = this.#line
    if (this.#text.charCodeAt(next + 1) !== Code.percent) return false
    const close = this.#found.percents.from(next + 2)
    if (close === -1 || close < lineEnd) return false
    this.#closeDownTo(matched)
    const inside = { ...hiddenPart(this.#found), headings: [], tasks: [], blocks: [] }
    scanInline(inside, { start: next + 2, end: lineEnd, prefixes: [], isTableRow: false })
    const below = this.#text.indexOf('\n', lineEnd) + 1
    if (below < close) new BlockScanner(inside, this.#containers).scan(below, close)
    this.#hiddenUntil = close + 2
    this.#comment = matched === 0 ? this.#lineStart : Infinity
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
    if (!isDelimiterRow(this.#text, next, lineEnd) || !this.#collected.readHeader(lineEnd)) return false
    this.#leaf = table
    return true
  }

  /** The marker of the list item that begins here, or null. */
  #readItem(isInParagraph: boolean): ListMarker | null {
    const { next, lineEnd } = this.#line
    const marker = readListMarker(this.#text, next, lineEnd)
    if (marker === null || !isInParagraph) return marker
    return marker.mayInterrupt && skipSpaces(this.#text, marker.end, lineEnd) < lineEnd ? marker : null
  }

  #openItem(marker: ListMarker): void {
    const line = this.#line
    const { indent } = line
    this.#containers.openItem(line, marker.end)
    if (line.indent < 4) this.#addTask(indent)
  }

  /** The mark is running text, as its label is in the places that use it. */
  #openFootnote(end: number): void {
    this.#found.running?.stretches.push({ start: this.#line.next, end, isTableRow: false })
    this.#containers.openFootnote(this.#line, end)
  }

  #addTask(indent: number): void {
    const { next, lineEnd } = this.#line
    const checkbox = readCheckbox(this.#text, next, lineEnd)
    if (checkbox === null) return
    const line = lineAt(this.#found.lineStarts, this.#lineStart)
    this.#found.tasks.push({
      ...checkbox,
      line,
      indent: this.#containers.itemColumn(indent),
      range: { start: this.#lineStart, end: lineEnd },
    })
  }

  #closeDownTo(depth: number): void {
    this.#closeLeaf()
    this.#containers.closeDownTo(depth)
  }

  #closeLeaf(): void {
    const { kind } = this.#leaf
    this.#leaf = none
    if (kind === 'paragraph') this.#collected.readParagraph()
    else if (kind === 'html-text') this.#collected.readText()
    else if (kind === 'table') this.#collected.readBlockIdOfTable()
  }

  #appendText(from: number): void {
    if (this.#leaf.kind === 'table') this.#collected.readRow(from, this.#lineEnd)
    else if (this.#leaf.kind === 'none') {
      this.#leaf = paragraph
      this.#collected.begin(from, this.#lineEnd)
    } else this.#collected.append(from, this.#lineEnd, this.#containers.hasQuote ? this.#lineStart : null)
  }
}

function isLetter(code: number): boolean {
  return code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isHeadingLevel(level: number): level is Heading['level'] {
  return level >= 1 && level <= 6
}
