import type { Block, TextBlock } from './block.ts'
import type { TextLine } from './text-line.ts'

/** Paragraphs that go on in the next column or on the next page, made whole. */
export function joinAcross(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (
      (last?.kind === 'text' || last?.kind === 'item') &&
      block.kind === 'text' &&
      goesOn(last.passages, block)
    ) {
      const [first = [], ...rest] = block.passages
      const open = last.passages.at(-1) ?? []
      const passages = [...last.passages.slice(0, -1), [...open, ...first], ...rest]
      joined[joined.length - 1] = { ...last, passages }
    } else joined.push(block)
  }
  return joined
}

function goesOn(before: readonly (readonly TextLine[])[], after: TextBlock): boolean {
  const last = before.at(-1)?.at(-1)
  const next = after.passages[0]?.[0]
  if (next === undefined || last?.turn !== next.turn) return false
  // Below each other they were two paragraphs already.
  if (next.baseline > last.baseline && next.x0 < last.x1 && last.x0 < next.x1) return false
  if (Math.abs(last.size - next.size) > 0.08 * last.size || last.isBold !== next.isBold) return false
  // A line that stops short of the edge is the last of its paragraph.
  const widest = before.flat().reduce((most, { x0, x1 }) => Math.max(most, x1 - x0), 0)
  if (last.x1 - last.x0 < Math.max(0.8 * widest, 12 * last.size)) return false
  return /[\p{Ll}\p{Lo},\u00ad\u2010-]\s*$/u.test(last.text) && /^[\p{Ll}\p{Lo}(]/u.test(next.text.trim())
}
