import { indentOf, isBlank, isDelimiterRow, isEntry, isHeading, isItem, isRow } from './line.ts'
import type { InsertionPlace } from './merge-sequences.ts'
import { agreed, conflict, type Piece } from './merged.ts'
import { similarity } from './similarity.ts'

type Lines = readonly string[]

/**
 * What both sides put into one place. Items of a list, rows of a table and whole paragraphs stand beside each other, in
 * an order that does not depend on whose they are. Null where each side goes on with one paragraph or with code, and where what
 * one has would no longer stand with what it was written for.
 */
export function mergeInsertions(ours: Lines, theirs: Lines, place: InsertionPlace): readonly Piece[] | null {
  const mine = splitBlocks(ours)
  const yours = splitBlocks(theirs)
  if (![mine, yours].every((side) => isFree(side, place) && isEven(side))) return null
  const placed = interleave(mine.blocks, yours.blocks)
  if (placed === null) return null
  const blanks = mine.tail.length >= yours.tail.length ? mine.tail : yours.tail
  return [...separate(placed), agreed(blanks)]
}

/** A paragraph, a table, a row of one, a footnote, or one item of a list with what is indented below it. */
interface Block {
  /** Whether nothing of its side stands before it in this place. */
  readonly isFirst: boolean
  readonly isItem: boolean
  readonly indent: number
  readonly lead: Lines
  readonly lines: Lines
}

interface Blocks {
  readonly blocks: readonly Block[]
  /** Blank lines after the last block. */
  readonly tail: Lines
}

function splitBlocks(lines: Lines): Blocks {
  const blocks: (Block & { readonly lines: string[] })[] = []
  const isTable = lines.some(isDelimiterRow)
  let lead: string[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    const startsItem = isItem(line) || isEntry(line) || (isRow(line) && !isTable)
    if (isBlank(line)) lead.push(line)
    else if (last?.isItem === true && indentOf(line) > last.indent) {
      for (const one of [...lead, line]) last.lines.push(one)
      lead = []
    } else if (last === undefined || lead.length > 0 || startsItem) {
      const isFirst = last === undefined
      blocks.push({ isFirst, isItem: startsItem, indent: indentOf(line), lead, lines: [line] })
      lead = []
    } else last.lines.push(line)
  }
  return { blocks, tail: lead }
}

/** Whether what was put in is apart from the paragraph before it and the one after it. */
function isFree({ blocks, tail }: Blocks, { before, after }: InsertionPlace): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined) return true
  const isFence = blocks.some(({ lines }) => lines.some((line) => /^\s*(?:```|~~~)/.test(line)))
  const isApart = (line: string | undefined) =>
    line === undefined || isBlank(line) || isHeading(line) || /^-{3,}\s*$/.test(line)
  const isOpen = isApart(before) || first.lead.length > 0 || first.isItem
  const startsItem = after !== undefined && (isItem(after) || isEntry(after) || isRow(after))
  const isClosed = isApart(after) || tail.length > 0 || last.isItem || startsItem
  return !isFence && isOpen && isClosed
}

/** Whether no block belongs below another one of its side. */
function isEven({ blocks }: Blocks): boolean {
  return blocks.every(({ indent }) => indent === blocks[0]?.indent)
}

interface Placed {
  readonly piece: Piece
  readonly block: Block
}

/** Null where both have something beside other things: only of items is it plain that each stands for itself. */
function interleave(mine: readonly Block[], yours: readonly Block[]): readonly Placed[] | null {
  const placed: Placed[] = []
  const [known, others] = [mine.map(keyOf), yours.map(keyOf)]
  const shared = others.filter((key) => known.includes(key))
  const isSameOrder = shared.join('\n') === known.filter((key) => others.includes(key)).join('\n')
  const areItems = [...mine, ...yours].every((block) => block.isItem)
  if (shared.length > 0 && !(areItems && isSameOrder)) return null
  let [left, right] = [mine, yours]
  for (const key of shared) {
    const [at, other] = [
      left.findIndex((block) => keyOf(block) === key),
      right.findIndex((block) => keyOf(block) === key),
    ]
    const [one, twin] = [left[at], right[other]]
    if (one === undefined || twin === undefined) continue
    const between = inOrder(left.slice(0, at), right.slice(0, other))
    for (const block of [...between, placedAlone(eitherOf(one, twin))]) placed.push(block)
    ;[left, right] = [left.slice(at + 1), right.slice(other + 1)]
  }
  return [...placed, ...inOrder(left, right)]
}

/** One of two that differ in nothing but blank lines, the same one whosever it is: that with more before it. */
function eitherOf(one: Block, other: Block): Block {
  if (one.lead.length !== other.lead.length) return one.lead.length > other.lead.length ? one : other
  const written = ({ lead, lines }: Block) => [...lead, ...lines].join('\n')
  return written(one) <= written(other) ? one : other
}

/**
 * Blocks of one place that no side shares with the other, what belongs below the item before them first. Alike ones say two things
 * of one, and are a conflict.
 */
function inOrder(mine: readonly Block[], yours: readonly Block[]): readonly Placed[] {
  const deeper = (yours[0]?.indent ?? 0) - (mine[0]?.indent ?? 0)
  const isMineFirst = deeper === 0 ? mine.map(keyOf).join('\n') <= yours.map(keyOf).join('\n') : deeper < 0
  const [first, second] = isMineFirst ? [mine, yours] : [yours, mine]
  const taken = new Set<Block>()
  const placed: Placed[] = []
  for (const block of first) {
    const twin = second.find((other) => !taken.has(other) && saysTheSame(block, other))
    if (twin === undefined) placed.push(placedAlone(block))
    else {
      taken.add(twin)
      const [ours, theirs] = isMineFirst ? [block, twin] : [twin, block]
      placed.push(...conflict(ours.lines, theirs.lines).map((piece) => ({ piece, block })))
    }
  }
  return [...placed, ...second.filter((block) => !taken.has(block)).map(placedAlone)]
}

function placedAlone(block: Block): Placed {
  return { piece: agreed(block.lines), block }
}

/** Items that differ in their marker or state alone, and paragraphs that are much alike. */
function saysTheSame(block: Block, other: Block): boolean {
  const [words, otherWords] = [keyOf(block), keyOf(other)]
  if (block.isItem || other.isItem) return words.replace(itemHead, '') === otherWords.replace(itemHead, '')
  return similarity(words, otherWords) >= leastAlikeParagraphs
}

const itemHead = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[^\]]\]\s+)?/u
const leastAlikeParagraphs = 0.75

function keyOf({ lines }: Block): string {
  return lines.join('\n')
}

/** Blank lines as each side wrote them; between paragraphs that did not stand beside each other there is one. */
function separate(placed: readonly Placed[]): readonly Piece[] {
  return placed.flatMap(({ piece, block }, index) => {
    const before = placed[index - 1]?.block
    if (before === block) return [piece]
    const isNextItem = before?.isItem === true && block.isItem
    if (isNextItem && block.isFirst) return [piece]
    if (block.lead.length > 0) return [agreed(block.lead), piece]
    if (before === undefined || isNextItem) return [piece]
    return [agreed(['']), piece]
  })
}
