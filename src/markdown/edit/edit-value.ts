import { isCollection, isScalar, isSeq } from 'yaml'
import type { TextEdit } from '../../model/text-edit.ts'
import { skipSpaces } from '../text/characters.ts'
import { editList } from './edit-list.ts'
import type { FrontmatterEntry, FrontmatterLayout } from '../read/frontmatter-layout.ts'
import { lineBreakBefore, lineContentEnd, lineEnd, lineStart } from '../text/line-bounds.ts'
import { entryLines, renderBlock, renderInline, renderString } from './render-yaml.ts'
import type { QuoteStyle } from './render-yaml.ts'

/**
 * Edits that replace one value by another, in the old one's style. Its anchor and tag stay before a value on the key's line,
 * unless `dropsProperties`.
 */
export function editValue(
  yaml: string,
  entry: FrontmatterEntry & { readonly current: unknown },
  value: unknown,
  { dropsProperties, ...layout }: FrontmatterLayout & { readonly dropsProperties: boolean },
): readonly TextEdit[] {
  const { node, current } = entry
  if (Array.isArray(value) && Array.isArray(current) && isSeq(node)) {
    const edits = editList(yaml, node, { from: current, to: value })
    if (edits !== null) return edits
  }
  const lines = layout.isFlow ? [] : linesBelow(yaml, entry, value, layout)
  const isEmpty = lines.length > 0 || (value === null && !layout.isFlow)
  const inline = isEmpty ? '' : ` ${renderLike(entry, value, layout.isFlow)}`
  return replaceValue(yaml, entry, inline, lines, dropsProperties)
}

/** The lines that the value takes below its key; none where it fits beside the key. */
function linesBelow(
  yaml: string,
  { node, valueStart, keyStart }: FrontmatterEntry,
  value: unknown,
  { indent, listIndent }: FrontmatterLayout,
): readonly string[] {
  if (typeof value !== 'object' || (isCollection(node) && node.flow === true)) return []
  const wasBelow = node !== null && lineStart(yaml, valueStart) !== lineStart(yaml, keyStart)
  if (Array.isArray(value)) {
    if (value.length === 0) return []
    const isList = isSeq(node) && wasBelow
    const itemIndent = isList ? yaml.slice(lineStart(yaml, valueStart), valueStart) : listIndent
    if (itemIndent !== null) return renderBlock(value, itemIndent)
  }
  return entryLines('key', value, indent).slice(1)
}

/** A value on one line; a string in the quotes of the old one. */
function renderLike({ node }: FrontmatterEntry, value: unknown, isInFlow: boolean): string {
  if (typeof value !== 'string') return renderInline(value, isInFlow)
  const type = isScalar(node) ? node.type : undefined
  const style: QuoteStyle = type === 'QUOTE_DOUBLE' ? 'double' : type === 'QUOTE_SINGLE' ? 'single' : 'plain'
  return renderString(value, isInFlow, style)
}

/** Replaces the value with `inline` and the `lines` below it. A comment on the key's line stays where it is. */
function replaceValue(
  yaml: string,
  { afterColon, valueStart, valueEnd }: FrontmatterEntry,
  inline: string,
  lines: readonly string[],
  dropsProperties: boolean,
): readonly TextEdit[] {
  const keyLineEnd = lineContentEnd(yaml, afterColon)
  // A block scalar's mark is on the key's line, its text below.
  const isBlockScalar = /^[|>]/.test(yaml.slice(valueStart, valueEnd)) && valueEnd > keyLineEnd
  const isBelow = valueStart > keyLineEnd || isBlockScalar
  const isInline = !isBelow && valueEnd > afterColon
  // Properties such as an anchor go with a value below them.
  const gap = skipSpaces(yaml, afterColon, keyLineEnd)
  const isProperty = !isInline && gap < keyLineEnd && yaml[gap] !== '#'
  const markEnd = isBlockScalar ? markEndOf(yaml, valueStart) : keyLineEnd
  const inlineEnd = isInline ? valueEnd : gap === keyLineEnd || isProperty ? markEnd : afterColon
  const keep = isInline && inline !== '' && gap > afterColon
  const inlineEdit = {
    start: keep ? (dropsProperties ? gap : valueStart) : afterColon,
    end: inlineEnd,
    insert: keep ? inline.slice(1) : inline,
  }
  const lastLineEnd = isInline || isBelow ? lineContentEnd(yaml, valueEnd) : keyLineEnd
  const breakAt = lineBreakBefore(yaml, lineEnd(yaml, afterColon))
  const below = lines.map((line) => breakAt + line).join('')
  const belowEdit = { start: isBelow ? keyLineEnd : lastLineEnd, end: lastLineEnd, insert: below }
  const isBelowEmpty = belowEdit.start === belowEdit.end && below === ''
  const isInlineEmpty = inlineEdit.start === inlineEdit.end && inlineEdit.insert === ''
  return [...(isInlineEmpty ? [] : [inlineEdit]), ...(isBelowEmpty ? [] : [belowEdit])]
}

/** The end of a block scalar's mark, such as `|-`. */
function markEndOf(yaml: string, start: number): number {
  return start + (/^[|>][-+0-9]*/.exec(yaml.slice(start))?.[0].length ?? 0)
}
