import { isBlank, joinLineEnds, textOf, type Line } from './line.ts'
import type { InsertionPlace } from './merge-sequences.ts'
import { agreed, conflict, type Piece } from './merged.ts'
import { similarity } from './similarity.ts'

/**
 * What both sides put into one place. Items of a list, rows of a table and whole paragraphs stand beside each other, in
 * an order that does not depend on whose they are. Null where each side goes on with one paragraph or with code.
 */
export function mergeInsertions(
  ours: readonly Line[],
  theirs: readonly Line[],
  place: InsertionPlace<Line>,
): readonly Piece<Line>[] | null {
  const mine = splitBlocks(ours)
  const yours = splitBlocks(theirs)
  if (!isFree(mine, place) || !isFree(yours, place)) return null
  const pieces = interleave(mine.blocks, yours.blocks)
  const blanks = mine.tail.length >= yours.tail.length ? mine.tail : yours.tail
  return [...separate(pieces), agreed(...blanks)]
}

/** A paragraph, or one item of a list with what is indented below it. */
interface Block {
  /** Whether nothing of its side stands before it in this place. */
  readonly isFirst: boolean
  readonly lead: readonly Line[]
  readonly lines: readonly Line[]
}

interface Blocks {
  readonly blocks: readonly Block[]
  /** Blank lines after the last block. */
  readonly tail: readonly Line[]
}

const itemStart = /^\s*(?:[-*+]|\d{1,9}[.)])\s|^\s*\|/

function splitBlocks(lines: readonly Line[]): Blocks {
  const blocks: { isFirst: boolean; lead: Line[]; lines: Line[] }[] = []
  let lead: Line[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (isBlank(line)) lead.push(line)
    else if (last === undefined || lead.length > 0 || itemStart.test(line.text)) {
      blocks.push({ isFirst: last === undefined, lead, lines: [line] })
      lead = []
    } else last.lines.push(line)
  }
  return { blocks, tail: lead }
}

/** Whether what was put in is apart from the paragraph before it and the one after it. */
function isFree({ blocks, tail }: Blocks, { before, after }: InsertionPlace<Line>): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined) return true
  const isFence = blocks.some(({ lines }) => lines.some(({ text }) => /^\s*(?:```|~~~)/.test(text)))
  const isApart = (line: Line | undefined) =>
    line === undefined || isBlank(line) || /^#|^-{3,}\s*$/.test(line.text)
  const isOpen = isApart(before) || first.lead.length > 0 || isItem(first)
  const isClosed =
    isApart(after) || tail.length > 0 || isItem(last) || (after !== undefined && itemStart.test(after.text))
  return !isFence && isOpen && isClosed
}

function isItem({ lines: [first] }: Block): boolean {
  return first !== undefined && itemStart.test(first.text)
}

interface Placed {
  readonly piece: Piece<Line>
  readonly block: Block
}

function interleave(mine: readonly Block[], yours: readonly Block[]): readonly Placed[] {
  const placed: Placed[] = []
  const isKnown = new Set(mine.map(keyOf))
  const shared = yours.map(keyOf).filter((key) => isKnown.has(key))
  let [left, right] = [mine, yours]
  for (const key of shared) {
    const [at, other] = [
      left.findIndex((block) => keyOf(block) === key),
      right.findIndex((block) => keyOf(block) === key),
    ]
    const [one, twin] = [left[at], right[other]]
    if (one === undefined || twin === undefined) continue
    const block = eitherOf(one, twin)
    placed.push(...inOrder(left.slice(0, at), right.slice(0, other)), {
      piece: agreed(...block.lines),
      block,
    })
    ;[left, right] = [left.slice(at + 1), right.slice(other + 1)]
  }
  return [...placed, ...inOrder(left, right)]
}

/** One of two that differ in nothing but blank lines and line breaks, the same one whosever it is: that with more before it. */
function eitherOf(one: Block, other: Block): Block {
  if (one.lead.length !== other.lead.length) return one.lead.length > other.lead.length ? one : other
  const written = ({ lead, lines }: Block) => joinLineEnds([...lead, ...lines], '\n')
  return written(one) <= written(other) ? one : other
}

/** Blocks of one place that no side shares with the other: alike ones say two things of one, and are a conflict. */
function inOrder(mine: readonly Block[], yours: readonly Block[]): readonly Placed[] {
  const isMineFirst = mine.map(keyOf).join('\n') <= yours.map(keyOf).join('\n')
  const [first, second] = isMineFirst ? [mine, yours] : [yours, mine]
  const taken = new Set<Block>()
  const placed: Placed[] = []
  for (const block of first) {
    const twin = second.find((other) => !taken.has(other) && saysTheSame(block, other))
    if (twin === undefined) placed.push({ piece: agreed(...block.lines), block })
    else {
      taken.add(twin)
      const [ours, theirs] = isMineFirst ? [block, twin] : [twin, block]
      placed.push(...conflict(ours.lines, theirs.lines, textOf).map((piece) => ({ piece, block })))
    }
  }
  for (const block of second) if (!taken.has(block)) placed.push({ piece: agreed(...block.lines), block })
  return placed
}

/** Items that differ in their marker or state alone, and paragraphs that are much alike. */
function saysTheSame(block: Block, other: Block): boolean {
  const [words, otherWords] = [keyOf(block), keyOf(other)]
  if (isItem(block) || isItem(other)) return words.replace(itemHead, '') === otherWords.replace(itemHead, '')
  return similarity(words, otherWords) >= leastAlikeParagraphs
}

const itemHead = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[^\]]\]\s+)?/u
const leastAlikeParagraphs = 0.75

function keyOf({ lines }: Block): string {
  return lines.map(textOf).join('\n')
}

/** Blank lines as each side wrote them; between paragraphs that did not stand beside each other there is one. */
function separate(placed: readonly Placed[]): readonly Piece<Line>[] {
  return placed.flatMap(({ piece, block }, index) => {
    const before = placed[index - 1]?.block
    if (before === block) return [piece]
    const isNextItem = before !== undefined && isItem(before) && isItem(block)
    if (isNextItem && block.isFirst) return [piece]
    if (block.lead.length > 0) return [agreed(...block.lead), piece]
    if (before === undefined || isNextItem) return [piece]
    return [agreed<Line>({ text: '', end: block.lines[0]?.end === '\r\n' ? '\r\n' : '\n' }), piece]
  })
}
