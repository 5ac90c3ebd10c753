import type { SourceRange } from '../../model/parsed-note.ts'
import { findFences } from './find-fences.ts'

/** How long a chunk may be, in tokens as `estimateTokens` counts them. */
export interface ChunkLimits {
  readonly tokens: number
  /** How much of the previous part is repeated where a section had to be cut. */
  readonly overlap: number
}

interface Unit extends SourceRange {
  readonly tokens: number
  readonly isFence: boolean
}

/**
 * Splits a section into ranges within the limit, about equally long: between paragraphs, within a long one between
 * lines or sentences. A fence stays whole, however long. The end of one range is repeated in the next. Lazy: of a
 * section of megabytes only the ranges that are taken are cut.
 */
export function* cutSection(text: string, range: SourceRange, limits: ChunkLimits): Generator<SourceRange> {
  const total = estimateTokens(text.slice(range.start, range.end))
  if (total <= limits.tokens) {
    yield range
    return
  }
  const wanted = Math.ceil(total / Math.ceil(total / limits.tokens))
  let piece: Unit[] = []
  let fresh = 0
  for (const unit of unitsOf(text, range, limits.tokens)) {
    if (text.slice(unit.start, unit.end).trim() === '') continue
    const held = tokensOf(piece)
    if (fresh > 0 && (held + unit.tokens > limits.tokens || held >= wanted)) {
      yield spanOf(piece)
      piece = repeated(piece, Math.min(limits.overlap, limits.tokens - unit.tokens))
      fresh = 0
    }
    piece.push(unit)
    fresh++
  }
  if (fresh > 0) yield spanOf(piece)
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0)
}

function spanOf(units: readonly Unit[]): SourceRange {
  return { start: units[0]?.start ?? 0, end: units.at(-1)?.end ?? 0 }
}

/** The last units that fit into this many tokens, except fences. */
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

/** What is never cut: fences, short paragraphs, and the sentences of long ones. */
function* unitsOf(text: string, range: SourceRange, most: number): Generator<Unit> {
  let from = range.start
  for (const fence of findFences(text, range)) {
    yield* textUnits(text, { start: from, end: fence.start }, most)
    yield { ...fence, tokens: tokensIn(text, fence), isFence: true }
    from = fence.end
  }
  yield* textUnits(text, { start: from, end: range.end }, most)
}

function* textUnits(text: string, range: SourceRange, most: number): Generator<Unit> {
  for (const paragraph of splitAfter(text, range, /\n[^\S\n]*\n/g)) {
    if (tokensIn(text, paragraph) <= most) yield toUnit(text, paragraph)
    else for (const part of splitLong(text, paragraph, most)) yield toUnit(text, part)
  }
}

/** Lines and sentences; one that is still too long is cut at spaces, or anywhere if it has none. */
function* splitLong(text: string, range: SourceRange, most: number): Generator<SourceRange> {
  for (const sentence of splitAfter(text, range, /\n|[.!?…]["')\]]*\s|[。！？]/g)) {
    if (tokensIn(text, sentence) <= most) yield sentence
    else for (const word of splitAfter(text, sentence, /\s+/g)) yield* splitEvery(word, most)
  }
}

function* splitEvery({ start, end }: SourceRange, length: number): Generator<SourceRange> {
  for (let from = start; from < end; from += length) yield { start: from, end: Math.min(end, from + length) }
}

function* splitAfter(text: string, { start, end }: SourceRange, separator: RegExp): Generator<SourceRange> {
  let from = start
  for (const { index, 0: found } of text.slice(start, end).matchAll(separator)) {
    const to = start + index + found.length
    yield { start: from, end: to }
    from = to
  }
  if (from < end) yield { start: from, end }
}

function toUnit(text: string, range: SourceRange): Unit {
  return { ...range, tokens: tokensIn(text, range), isFence: false }
}

function tokensIn(text: string, { start, end }: SourceRange): number {
  return estimateTokens(text.slice(start, end))
}

// From here on, characters of scripts in which each is a word or syllable.
const firstDenseCharacter = 0x2e80
const charactersPerToken = 4

/**
 * About how many tokens a model makes of a text: one for four characters, and one for each character in Chinese,
 * Japanese or Korean. Good enough to size chunks the same way for every model.
 *
 *     estimateTokens('Water the roses.')   // 4
 */
export function estimateTokens(text: string): number {
  let dense = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= firstDenseCharacter) dense++
  return dense + Math.ceil((text.length - dense) / charactersPerToken)
}
