import type { SourceRange } from '../../model/parsed-note.ts'
import { lineAt } from '../text/line-starts.ts'
import { startFinding, type RunningStretch } from './found.ts'
import { scanBlocks } from './scan-blocks.ts'

/**
 * A note's body with spaces in place of everything but running text: links, URLs, tags, code, comments, HTML. All other
 * characters keep their positions.
 *
 *     maskMarkup('See [[Home]] and `x` too')   // 'See          and     too'
 */
export function maskMarkup(body: string): string {
  const { running, links, externalLinks, tags } = findRunning(body, 0)
  const marks = [...links, ...externalLinks, ...tags].map(({ range }) => range)
  return maskAllBut(body, running.stretches, [...running.hidden, ...marks])
}

/**
 * The lines of a note's body, from 0, that are rows of a table.
 *
 *     findTableRows('Fruit:\n\n| a | b |\n|---|---|\n| 1 | 2 |')   // Set { 2, 4 }
 */
export function findTableRows(body: string): ReadonlySet<number> {
  if (!body.includes('|')) return new Set()
  const { lineStarts, running } = findRunning(body, 0)
  return new Set(
    running.stretches
      .filter(({ isTableRow }) => isTableRow)
      .map(({ start }) => lineAt(lineStarts, start) - 1),
  )
}

/** What is in a text from `bodyStart` on, and what of it is running text. */
export function findRunning(text: string, bodyStart: number) {
  const running = { stretches: Array<RunningStretch>(), hidden: Array<SourceRange>() }
  const found = { ...startFinding(text), running }
  scanBlocks(found, bodyStart)
  return found
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
