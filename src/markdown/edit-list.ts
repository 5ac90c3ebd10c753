import { isAlias, isCollection, isNode, isScalar, type Node, type YAMLSeq } from 'yaml'
import type { SourceRange } from '../model/parsed-note.ts'
import type { TextEdit } from '../model/text-edit.ts'
import { equalValues } from './equal-values.ts'
import { lineBreakBefore, lineEnd, lineStart } from './line-bounds.ts'
import { renderBlock, renderFlowItem } from './render-yaml.ts'

/** One item of a list as it is written: its whole line in a block, itself in brackets. */
interface ListItem extends SourceRange {
  readonly value: unknown
}

/**
 * Edits that make a list hold the values of `to`: items that stay keep their bytes, their comments and their lines. Null where
 * the list has to be written anew.
 */
export function editList(
  yaml: string,
  list: YAMLSeq,
  { from, to: values }: { from: readonly unknown[]; to: readonly unknown[] },
): readonly TextEdit[] | null {
  const isFlow = list.flow === true
  const items = list.items.length === from.length ? listItems(yaml, list, from) : null
  if (items === null || items.length === 0 || values.length === 0) return null
  let head = 0
  while (head < items.length && head < values.length && equalValues(items[head]?.value, values[head]))
    head += 1
  let tail = 0
  const mostTail = Math.min(items.length, values.length) - head
  while (tail < mostTail && equalValues(items.at(-1 - tail)?.value, values.at(-1 - tail))) tail += 1
  const change = {
    kept: items.slice(0, head),
    old: items.slice(head, items.length - tail),
    next: items.slice(items.length - tail),
    added: values.slice(head, values.length - tail),
  }
  return [isFlow ? editFlowItems(yaml, change) : editLines(yaml, change)]
}

interface ListChange {
  readonly kept: readonly ListItem[]
  readonly old: readonly ListItem[]
  readonly next: readonly ListItem[]
  readonly added: readonly unknown[]
}

function editLines(yaml: string, { kept, old, next, added }: ListChange): TextEdit {
  const nearest = old[0] ?? next[0] ?? kept.at(-1)
  const nearestStart = nearest?.start ?? 0
  const indent = /^[ \t]*/.exec(yaml.slice(nearestStart))?.[0] ?? ''
  const lineBreak = lineBreakBefore(yaml, lineEnd(yaml, nearestStart))
  const lines = added.map((value) => {
    const same = old.find((item) => equalValues(item.value, value))
    if (same !== undefined) return yaml.slice(same.start, same.end)
    return renderBlock([value], indent)
      .map((line) => line + lineBreak)
      .join('')
  })
  const start = old[0]?.start ?? kept.at(-1)?.end ?? next[0]?.start ?? 0
  return { start, end: old.at(-1)?.end ?? start, insert: lines.join('') }
}

function editFlowItems(yaml: string, { kept, old, next, added }: ListChange): TextEdit {
  const written = added.map((value) => {
    const same = old.find((item) => equalValues(item.value, value))
    return same === undefined ? renderFlowItem(value) : yaml.slice(same.start, same.end)
  })
  const first = old[0]
  const last = old.at(-1)
  const before = kept.at(-1)
  const after = next[0]
  const insert = written.join(', ')
  if (first === undefined || last === undefined) {
    if (before !== undefined) return { start: before.end, end: before.end, insert: `, ${insert}` }
    const start = after?.start ?? 0
    return { start, end: start, insert: `${insert}, ` }
  }
  if (written.length > 0) return { start: first.start, end: last.end, insert }
  if (before !== undefined) return { start: before.end, end: last.end, insert: '' }
  return { start: first.start, end: after?.start ?? last.end, insert: '' }
}

function listItems(yaml: string, list: YAMLSeq, values: readonly unknown[]): readonly ListItem[] | null {
  const isFlow = list.flow === true
  const items = list.items.map((node, index) => {
    const place = isNode(node) ? placeItem(yaml, node, isFlow) : null
    return place === null ? null : { ...place, value: values[index] }
  })
  return items.every((item) => item !== null) ? items : null
}

/** Null for an item whose bytes cannot be told from its neighbours': one with an anchor or a tag, or below its dash. */
function placeItem(yaml: string, node: Node, isFlow: boolean): SourceRange | null {
  if (!node.range || isAlias(node)) return null
  if (node.tag !== undefined || ((isScalar(node) || isCollection(node)) && node.anchor !== undefined))
    return null
  const [start, valueEnd] = node.range
  const written = yaml.slice(start, valueEnd).trimEnd()
  const end = start + written.length
  if (isFlow) return written === '' ? null : { start, end }
  const line = lineStart(yaml, start)
  return /^[ \t]*-$/.test(yaml.slice(line, start).trimEnd()) ? { start: line, end: lineEnd(yaml, end) } : null
}
