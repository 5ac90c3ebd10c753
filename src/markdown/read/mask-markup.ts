import type { SourceRange } from '../../model/parsed-note.ts'
import { startFinding } from './found.ts'
import { findLineStarts } from '../text/line-starts.ts'
import { scanBlocks } from './scan-blocks.ts'

/**
 * A note's body with spaces in place of everything but running text: links, URLs, tags, code, comments, HTML. All other
 * characters keep their positions.
 *
 *     maskMarkup('See [[Home]] and `x` too')   // 'See          and     too'
 */
export function maskMarkup(body: string): string {
  const running = { stretches: Array<SourceRange>(), hidden: Array<SourceRange>() }
  const found = { ...startFinding(body, findLineStarts(body)), running }
  scanBlocks(found, 0)
  const links = [...found.links, ...found.externalLinks, ...found.tags].map(({ range }) => range)
  return maskAllBut(body, running.stretches, [...running.hidden, ...links])
}

/** A text with spaces in place of everything outside these stretches, or in one of their hidden parts. */
export function maskAllBut(
  text: string,
  stretches: readonly SourceRange[],
  hidden: readonly SourceRange[],
): string {
  const inOrder = (a: SourceRange, b: SourceRange) => a.start - b.start
  const parts = [...hidden].sort(inOrder)
  let masked = ''
  let next = 0
  for (const { start, end } of [...stretches].sort(inOrder)) {
    masked += blank(text.slice(masked.length, start))
    for (; (parts[next]?.start ?? end) < end; next += 1) {
      const range = parts[next]
      if (range === undefined || range.end <= masked.length) continue
      masked += text.slice(masked.length, Math.max(masked.length, range.start))
      masked += blank(text.slice(masked.length, range.end))
    }
    if (masked.length < end) masked += text.slice(masked.length, end)
  }
  return masked + blank(text.slice(masked.length))
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
