import type { SourceRange } from '../model/parsed-note.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { findFences } from './find-fences.ts'

/** How long a chunk may be, in tokens as `estimateTokens` counts them. */
export interface ChunkLimits {
  readonly tokens: number
  /** How much of the part before is repeated where a section had to be cut. */
  readonly overlap: number
}

interface Unit extends SourceRange {
  readonly tokens: number
  readonly isFence: boolean
}

/**
 * A section as ranges that each fit the limit, about equally long: it is cut between paragraphs, within a long one
 * between lines or sentences. A fence stays whole, however long. The end of one range is repeated in the next.
 */
export function cutSection(text: string, range: SourceRange, limits: ChunkLimits): readonly SourceRange[] {
  const total = estimateTokens(text.slice(range.start, range.end))
  if (total <= limits.tokens) return [range]
  const units = listUnits(text, range, limits.tokens)
  const wanted = Math.ceil(total / Math.ceil(total / limits.tokens))
  const pieces: SourceRange[] = []
  let piece: Unit[] = []
  let fresh = 0
  for (const unit of units) {
    const held = tokensOf(piece)
    if (fresh > 0 && (held + unit.tokens > limits.tokens || held >= wanted)) {
      pieces.push(spanOf(piece))
      piece = repeated(piece, Math.min(limits.overlap, limits.tokens - unit.tokens))
      fresh = 0
    }
    piece.push(unit)
    fresh++
  }
  if (fresh > 0) pieces.push(spanOf(piece))
  return pieces
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0)
}

function spanOf(units: readonly Unit[]): SourceRange {
  return { start: units[0]?.start ?? 0, end: units.at(-1)?.end ?? 0 }
}

/** The last units that fit into so many tokens, but no fence. */
function repeated(units: readonly Unit[], room: number): Unit[] {
  const kept: Unit[] = []
  let left = room
  for (const unit of units.toReversed()) {
    left -= unit.tokens
    if (left < 0 || unit.isFence) break
    kept.unshift(unit)
  }
  return kept.length === units.length ? [] : kept
}

/** What is never cut: fences, paragraphs that fit, and the sentences of those that do not. */
function listUnits(text: string, range: SourceRange, most: number): readonly Unit[] {
  const units: Unit[] = []
  const addText = (start: number, end: number) => {
    for (const paragraph of splitAfter(text, { start, end }, /\n[^\S\n]*\n/g)) {
      if (tokensIn(text, paragraph) <= most) units.push(toUnit(text, paragraph))
      else for (const part of splitLong(text, paragraph, most)) units.push(toUnit(text, part))
    }
  }
  let from = range.start
  for (const fence of findFences(text, range)) {
    addText(from, fence.start)
    units.push({ ...fence, tokens: tokensIn(text, fence), isFence: true })
    from = fence.end
  }
  addText(from, range.end)
  return units.filter(({ start, end }) => text.slice(start, end).trim() !== '')
}

/** Lines and sentences; one that is still too long is cut at spaces, and at any character where it has none. */
function splitLong(text: string, range: SourceRange, most: number): readonly SourceRange[] {
  const sentences = splitAfter(text, range, /\n|[.!?…]["')\]]*\s|[。！？]/g)
  return sentences.flatMap((sentence) => {
    if (tokensIn(text, sentence) <= most) return [sentence]
    return splitAfter(text, sentence, /\s+/g).flatMap((word) => splitEvery(word, most))
  })
}

function splitEvery({ start, end }: SourceRange, length: number): readonly SourceRange[] {
  const count = Math.ceil((end - start) / length)
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * length,
    end: Math.min(end, start + (index + 1) * length),
  }))
}

function splitAfter(text: string, { start, end }: SourceRange, separator: RegExp): readonly SourceRange[] {
  const parts: SourceRange[] = []
  let from = start
  for (const { index, 0: found } of text.slice(start, end).matchAll(separator)) {
    const to = start + index + found.length
    parts.push({ start: from, end: to })
    from = to
  }
  if (from < end) parts.push({ start: from, end })
  return parts
}

function toUnit(text: string, range: SourceRange): Unit {
  return { ...range, tokens: tokensIn(text, range), isFence: false }
}

function tokensIn(text: string, { start, end }: SourceRange): number {
  return estimateTokens(text.slice(start, end))
}
