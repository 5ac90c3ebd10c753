import type { SourceRange } from '../../model/parsed-note.ts'
import { Code, trimEnd, trimStart } from '../text/characters.ts'
import { isEmptyTarget, splitTarget, type LinkTarget } from './link-target.ts'

export interface Wikilink extends LinkTarget {
  readonly text: string | null
  /** After the closing brackets. */
  readonly end: number
  readonly targetRange: SourceRange
}

/**
 * Reads the wikilink whose `[[` is at `start`, or null: it must close on its line, and only its shown text may have
 * brackets. Looks at no character twice, so a line of unclosed `[[` stays cheap.
 */
export function readWikilink(text: string, start: number, limit: number): Wikilink | null {
  const open = start + 2
  let pipe = -1
  let nested = 0
  for (let at = open; at < limit; at += 1) {
    switch (text.charCodeAt(at)) {
      case Code.newline:
        return null
      case Code.openBracket:
        if (pipe === -1 || text.charCodeAt(at + 1) === Code.openBracket) return null
        nested += 1
        break
      case Code.closeBracket:
        if (closesLink(text, at, limit, nested)) return wikilink(text, open, pipe, at)
        if (pipe === -1) return null
        if (nested > 0) nested -= 1
        break
      case Code.pipe:
        // Obsidian reads a leading bar as part of the target: `[[|alias]]`.
        if (pipe === -1 && at > open) pipe = at
        break
    }
  }
  return null
}

/** True for the first bracket of `]]`, unless it closes a bracket of the shown text: `[[note|see [1]]]`. */
function closesLink(text: string, at: number, limit: number, nested: number): boolean {
  if (at + 1 >= limit || text.charCodeAt(at + 1) !== Code.closeBracket) return false
  return nested === 0 || at + 2 >= limit || text.charCodeAt(at + 2) !== Code.closeBracket
}

function wikilink(text: string, open: number, pipe: number, close: number): Wikilink | null {
  // In a table the bar is escaped: `[[note\|shown]]`.
  const isEscaped = pipe > open && text.charCodeAt(pipe - 1) === Code.backslash
  const writtenEnd = pipe === -1 ? close : isEscaped ? pipe - 1 : pipe
  let hash = open
  while (hash < writtenEnd && text.charCodeAt(hash) !== Code.hash) hash += 1
  const start = trimStart(text, open, hash)
  const targetRange = { start, end: trimEnd(text, start, hash) }
  const { heading, block } = hash === writtenEnd ? noFragment : splitTarget(text.slice(hash, writtenEnd))
  const target = text.slice(start, targetRange.end)
  if (isEmptyTarget({ target, heading, block })) return null
  const shown = pipe === -1 ? '' : text.slice(pipe + 1, close).trim()
  return { target, heading, block, text: shown === '' ? null : shown, end: close + 2, targetRange }
}

const noFragment = { heading: null, block: null } as const
