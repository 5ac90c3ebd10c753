import type { SourceRange } from '../model/parsed-note.ts'
import { startFinding } from './found.ts'
import { findLineStarts } from './line-starts.ts'
import { scanBlocks } from './scan-blocks.ts'

/**
 * A note's body with spaces in place of all that is not running text: links, URLs, tags, code, comments, HTML. Every
 * character that is left stands where it stood.
 *
 *     maskMarkup('See [[Home]] and `x` too')   // 'See          and     too'
 */
export function maskMarkup(body: string): string {
  const running = { stretches: Array<SourceRange>(), hidden: Array<SourceRange>() }
  const found = { ...startFinding(body, findLineStarts(body)), running }
  scanBlocks(found, 0)
  const hidden = [...running.hidden, ...found.links, ...found.externalLinks, ...found.tags]
    .map((part) => ('range' in part ? part.range : part))
    .sort((a, b) => a.start - b.start)
  let masked = ''
  let next = 0
  for (const { start, end } of running.stretches.sort((a, b) => a.start - b.start)) {
    masked += blank(body.slice(masked.length, start))
    for (; (hidden[next]?.start ?? end) < end; next += 1) {
      const range = hidden[next]
      if (range === undefined || range.end <= masked.length) continue
      masked += body.slice(masked.length, Math.max(masked.length, range.start))
      masked += blank(body.slice(masked.length, range.end))
    }
    if (masked.length < end) masked += body.slice(masked.length, end)
  }
  return masked + blank(body.slice(masked.length))
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
