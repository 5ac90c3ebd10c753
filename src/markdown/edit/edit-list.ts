import { isAlias, isCollection, isNode, isScalar, type Node, type YAMLSeq } from 'yaml'
import type { SourceRange } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { equalValues } from '../read/equal-values.ts'
import { lineBreakBefore, lineEnd, lineStart } from '../text/line-bounds.ts'
import { commonEnds } from '../text/shared-ends.ts'
import { renderBlock, renderInline } from './render-yaml.ts'

/** One item of a list as written: its whole line in a block, itself in brackets. */
interface ListItem extends SourceRange {
  readonly value: unknown
  /** The value without its dash and comment. */
  readonly written: SourceRange
  readonly isScalar: boolean
}

/**
 * Edits that make a list hold the values of `to`: remaining items keep their bytes, comments and lines. Null where the
 * list must be rewritten.
 */
export function editList(
  yaml: string,
  list: YAMLSeq,
  { from, to: values }: { from: readonly unknown[]; to: readonly unknown[] },
): readonly TextEdit[] | null {
  const isFlow = list.flow === true
  const items = list.items.length === from.length ? listItems(yaml, list, from) : null
  if (items === null || items.length === 0 || values.length === 0) return null
  const { head, tail } = commonEnds(from, values, equalValues)
  const change = {
    kept: items.slice(0, head),
    old: items.slice(head, items.length - tail),
    next: items.slice(items.length - tail),
    added: values.slice(head, values.length - tail),
  }
  return isFlow ? [editFlowItems(yaml, change)] : editLines(yaml, change)
}

interface ListChange {
  readonly kept: readonly ListItem[]
  readonly old: readonly ListItem[]
  readonly next: readonly ListItem[]
  readonly added: readonly unknown[]
}

/** Line by line: comments between the items stay where they are. */
function editLines(yaml: string, { kept, old, next, added }: ListChange): readonly TextEdit[] {
  const staying = matchInOrder(old, added)
  const goes = (item: ListItem) => !staying.includes(item)
  const movedFrom = (value: unknown) => old.find((item) => equalValues(item.value, value) && goes(item))
  const isMoved = ({ value }: ListItem) =>
    added.some((other, index) => staying[index] === null && equalValues(other, value))
  const edits: TextEdit[] = []
  let waiting = 0
  let place = kept.at(-1)?.end ?? old[0]?.start ?? next[0]?.start ?? 0
  const sample = old[0] ?? next[0] ?? kept.at(-1) ?? null
  const removeUpTo = (end: number) => {
    for (const { start, end: itemEnd } of old.slice(waiting, end))
      edits.push({ start, end: itemEnd, insert: '' })
    waiting = end
  }
  for (const [index, value] of added.entries()) {
    const same = staying[index] ?? null
    const successor = old[waiting]
    if (same !== null) {
      removeUpTo(old.indexOf(same))
      waiting += 1
      place = same.end
    } else if (
      successor !== undefined &&
      goes(successor) &&
      !isMoved(successor) &&
      movedFrom(value) === undefined
    ) {
      edits.push(inPlaceOf(yaml, successor, value))
      waiting += 1
      place = successor.end
    } else {
      const moved = movedFrom(value)
      const insert = moved === undefined ? newLines(yaml, sample, value) : yaml.slice(moved.start, moved.end)
      edits.push({ start: place, end: place, insert })
    }
  }
  removeUpTo(old.length)
  return edits
}

/** For each value an item that already has it, keeping the order; null where there is none. */
function matchInOrder(items: readonly ListItem[], values: readonly unknown[]): readonly (ListItem | null)[] {
  let from = 0
  return values.map((value) => {
    const index = items.findIndex((item, at) => at >= from && equalValues(item.value, value))
    if (index === -1) return null
    from = index + 1
    return items[index] ?? null
  })
}

/** Replaces the value on an item's line, whose comment stays. */
function inPlaceOf(yaml: string, item: ListItem, value: unknown): TextEdit {
  const { start, end, written } = item
  const isOnOneLine = !yaml.slice(written.start, written.end).includes('\n')
  const lines = renderBlock([value], '')
  const [only = ''] = lines
  if (isOnOneLine && lines.length === 1 && item.isScalar) return { ...written, insert: only.slice(2) }
  return { start, end, insert: newLines(yaml, item, value) }
}

/** The lines of a new item, indented like another one. */
function newLines(yaml: string, like: ListItem | null, value: unknown): string {
  const start = like?.start ?? 0
  const indent = /^[ \t]*/.exec(yaml.slice(start))?.[0] ?? ''
  const lineBreak = lineBreakBefore(yaml, lineEnd(yaml, start))
  return renderBlock([value], indent)
    .map((line) => line + lineBreak)
    .join('')
}

function editFlowItems(yaml: string, { kept, old, next, added }: ListChange): TextEdit {
  const written = added.map((value) => {
    const same = old.find((item) => equalValues(item.value, value))
    return same === undefined ? renderInline(value, true) : yaml.slice(same.start, same.end)
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

type ItemPlace = Omit<ListItem, 'value'>

/**
 * Null for an item whose bytes cannot be separated from its neighbours': one with an anchor or a tag, or below its
 * dash.
 */
function placeItem(yaml: string, node: Node, isFlow: boolean): ItemPlace | null {
  if (!node.range || isAlias(node)) return null
  if (node.tag !== undefined || ((isScalar(node) || isCollection(node)) && node.anchor !== undefined))
    return null
  const [start, valueEnd] = node.range
  const end = start + yaml.slice(start, valueEnd).trimEnd().length
  const own = { written: { start, end }, isScalar: isScalar(node) }
  if (isFlow) return end === start ? null : { start, end, ...own }
  const line = lineStart(yaml, start)
  const isAfterDash = /^[ \t]*-$/.test(yaml.slice(line, start).trimEnd())
  return isAfterDash ? { start: line, end: lineEnd(yaml, end), ...own } : null
}
