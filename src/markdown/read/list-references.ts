import { normalizeKey } from '../../model/normalize-key.ts'
import type { SourceRange } from '../../model/parsed-note.ts'
import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { lineEnd, lineStart } from '../text/line-bounds.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'
import { findRunning, maskAllBut } from './mask-markup.ts'

/** `[label]: target` or a footnote, `[^label]: text`: its lines, with the last line break. */
export interface Definition extends SourceRange {
  /** As written, without the brackets. */
  readonly label: string
  /** The normalised label. */
  readonly key: string
}

export interface References {
  /** In order; of several with one label, the first counts. */
  readonly definitions: readonly Definition[]
  /** The places of `[label]`, `[text][label]` and `[^label]`, for defined labels. */
  readonly uses: readonly { readonly key: string; readonly start: number }[]
}

/** The definitions of a note and where it uses them, not counting code and comments. */
export function listReferences(text: string): References {
  const bodyStart = findFrontmatter(text)?.bodyStart ?? bodyOffset(text)
  const { running, links, externalLinks } = findRunning(text, bodyStart)
  const masked = maskAllBut(text, running.stretches, running.hidden)
  const linkDefinitions = [...links, ...externalLinks].flatMap(({ range: { start, end } }) => {
    const [, label] = /^\[((?:[^\\[\]]|\\.)+)\]:/.exec(text.slice(start, end)) ?? []
    return label === undefined
      ? []
      : [{ ...labelled(label), start: lineStart(text, start), end: lineEnd(text, end) }]
  })
  const footnotes = [...masked.matchAll(/^ {0,3}\[(\^[^\s[\]]+)\]:/gm)].map(({ index, 1: label = '' }) => ({
    ...labelled(label),
    start: index,
    end: footnoteEnd(text, index),
  }))
  const definitions = [...linkDefinitions, ...footnotes].sort((a, b) => a.start - b.start)
  const keys = new Set(definitions.map(({ key }) => key))
  const starts = new Set(definitions.map(({ start }) => start))
  const lineStarts = findLineStarts(text)
  const isInDefinition = (at: number) => starts.has(lineStarts[lineAt(lineStarts, at) - 1] ?? 0)
  const uses = [...masked.matchAll(use)].flatMap(({ index, 0: whole, 1: label = '' }) => {
    const { key } = labelled(label)
    const isDefinition = masked[index + whole.length] === ':' && isInDefinition(index)
    return keys.has(key) && !isDefinition ? [{ key, start: index }] : []
  })
  return { definitions, uses }
}

// A label has at most 999 characters, as CommonMark has it.
const use = /\[((?:[^\\[\]]|\\.){1,999})\](?!\()/g

function labelled(label: string): Pick<Definition, 'label' | 'key'> {
  return { label, key: normalizeKey(label.replace(/\s+/g, ' ')) }
}

/** After the lines of its paragraph and further indented ones. */
function footnoteEnd(text: string, start: number): number {
  let end = lineEnd(text, start)
  let isParagraph = true
  for (let at = end; at < text.length; at = lineEnd(text, at)) {
    const line = text.slice(at, lineEnd(text, at))
    if (line.trim() === '') isParagraph = false
    else if (/^(?: {4}|\t)/.test(line) || (isParagraph && !startsBlock.test(line))) end = lineEnd(text, at)
    else break
  }
  return end
}

const startsBlock = /^ {0,3}(?:\[[^\]]+\]:|#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|`{3}|~{3}|-{3}|\*{3}|={1,}\s*$)/
