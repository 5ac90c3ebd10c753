import { linesOf, type Block, type ItemBlock, type TextBlock } from './block.ts'
import type { PdfOutlineEntry } from './pdf-page.ts'

const longestHeading = 200
// Lines of a table of contents.
const dotLeader = /(?:\s*\.){5}/
const numbered = /^(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+\p{Lu}/u

/** The level, 1 to 6, of each block that is a heading: by the outline, by the size of its type, or bold and alone. */
export function findHeadings(
  blocks: readonly Block[],
  outline: readonly PdfOutlineEntry[],
  bodySize: number,
): Map<Block, number> {
  const large = blocks.filter((block): block is Worded => isLarge(block, bodySize))
  const named = findNamed(blocks, outline)
  const levels = new Map<Block, number>()
  const sizes = levelsOfSizes(large, named)
  for (const block of large) levels.set(block, sizes(block))
  const above = titleAbove(large, named)
  for (const [block, depth] of named) levels.set(block, Math.min(6, depth + above))
  const deepest = largest(levels.values())
  for (const [index, block] of blocks.entries()) {
    if (levels.has(block) || !isBoldAlone(block)) continue
    const next = blocks[index + 1]
    // Under a heading there is something.
    if (next === undefined || isBoldAlone(next)) continue
    levels.set(block, Math.min(6, deepest + 1))
  }
  return levels
}

/** A heading's number looks like that of a list's item. */
type Worded = TextBlock | ItemBlock

function isWorded(block: Block): block is Worded {
  return block.kind === 'text' || (block.kind === 'item' && block.marker !== '-')
}

function isLarge(block: Block, bodySize: number): block is Worded {
  if (!isWorded(block) || sizeOf(block) < Math.max(bodySize * 1.12, bodySize + 0.9)) return false
  const text = textIn(block)
  return text.length <= longestHeading && !dotLeader.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) >= 2
}

function isBoldAlone(block: Block): boolean {
  if (!isWorded(block)) return false
  const lines = linesOf(block)
  const text = textIn(block)
  if (lines.length > 2 || text.length > 100 || !lines.every(({ isBold }) => isBold)) return false
  if (dotLeader.test(text)) return false
  return (
    numbered.test(text) || (/^[\p{Lu}\p{N}]/u.test(text) && !/[.,;:]$/.test(text) && /\p{L}{2}/u.test(text))
  )
}

/** Blocks that the outline names, with the depth of their entry. */
function findNamed(blocks: readonly Block[], outline: readonly PdfOutlineEntry[]): Map<Worded, number> {
  const named = new Map<Worded, number>()
  const short = blocks.filter(isWorded).filter((block) => textIn(block).length <= longestHeading)
  const onPage = Map.groupBy(short, ({ page }) => page)
  for (const { title, depth, page } of outline) {
    const key = keyOf(title)
    if (key === '' || page === null) continue
    const block = onPage.get(page)?.find((block) => !named.has(block) && isNamed(textIn(block), key))
    if (block !== undefined) named.set(block, depth)
  }
  return named
}

function isNamed(text: string, key: string): boolean {
  const own = keyOf(text)
  // The outline leaves out the number, or has it where the page has not.
  return own === key || own.replace(/^[\divxlc.]+/, '') === key || own === key.replace(/^[\d.]+/, '')
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/\.$|(?<=\d)\.(?!\d)/g, '')
}

function levelsOfSizes(
  large: readonly Worded[],
  named: ReadonlyMap<Worded, number>,
): (block: Worded) => number {
  const steps: number[] = []
  const sizes = new Set(large.filter((block) => !named.has(block)).map(sizeOf))
  for (const block of named.keys()) sizes.add(sizeOf(block))
  for (const size of [...sizes].toSorted((a, b) => b - a)) {
    const last = steps.at(-1)
    if (last === undefined || size < last * 0.95) steps.push(size)
  }
  return (block) => Math.min(6, Math.max(1, steps.filter((step) => step * 0.95 >= sizeOf(block)).length + 1))
}

/** 1 where the document's title stands above all that the outline names, else 0. */
function titleAbove(large: readonly Worded[], named: ReadonlyMap<Worded, number>): 0 | 1 {
  const top = largest([...named.keys()].map(sizeOf))
  return large.some((block) => !named.has(block) && sizeOf(block) > top * 1.05) ? 1 : 0
}

function sizeOf(block: Worded): number {
  return largest(linesOf(block).map(({ size }) => size))
}

function largest(values: Iterable<number>): number {
  let most = 0
  for (const value of values) most = Math.max(most, value)
  return most
}

function textIn(block: Worded): string {
  return linesOf(block)
    .map(({ text }) => text.trim())
    .join(' ')
}
