import { isMap, isNode, isScalar, isSeq, parseDocument, stringify, type YAMLMap } from 'yaml'
import { lineEnd, lineStart } from '../../markdown/text/line-bounds.ts'
import { changesBetween, type Change } from './changes-between.ts'
import type { Settings } from './read-settings-text.ts'

/**
 * Changes in a YAML settings file what differs between `before` and `after`. Every other byte stays. The caller must
 * read the result again: it is wrong where an anchor, say, lies in what is replaced.
 *
 *     editYamlText('a: 01 # mine\n', { a: 1 }, { a: 1, b: { c: 2 } })   // 'a: 01 # mine\nb:\n  c: 2\n'
 */
export function editYamlText(text: string, before: Settings, after: Settings): string {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  return changesBetween(before, after).reduce(
    (now, change) => carryOut(now, change, (lines) => lines.replaceAll('\n', lineEnding)),
    text,
  )
}

function carryOut(text: string, { path, value }: Change, end: (lines: string) => string): string {
  const { contents } = parseDocument(text)
  if (contents === null || (isScalar(contents) && contents.value === null))
    return ended(text, end('\n')) + end(stringify({ [path[0] ?? '']: value }, style))
  let map: unknown = contents
  for (const [depth, key] of path.entries()) {
    if (!isMap(map)) throw new TypeError('Only a YAML mapping can be edited.')
    const pair = findPair(map, key)
    const old = pair?.value
    const isEmptied = isMap(old) && old.items.length === 0
    if (pair === undefined) return added(text, map, key, value, end)
    if (depth < path.length - 1 && !isEmptied && isMap(old)) map = old
    else {
      const rest = path.slice(depth + 1)
      const whole = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
      return whole === undefined ? removed(text, map, key) : replaced(text, map, key, whole, end)
    }
  }
  return text
}

const style = { lineWidth: 0, indent: 2 } as const

/** Below the last pair, and below the comments that are indented as that. */
function added(
  text: string,
  map: YAMLMap,
  key: string,
  value: unknown,
  end: (lines: string) => string,
): string {
  const last = map.items.at(-1)
  const [start, close] = map.range ?? [0, 0]
  if (map.flow === true || last === undefined) {
    const pair = `${JSON.stringify(key)}: ${JSON.stringify(value)}`
    if (last !== undefined) return `${text.slice(0, start + 1)} ${pair},${text.slice(start + 1)}`
    return `${text.slice(0, start)}${end(stringify({ [key]: value }, style))}${text.slice(close).replace(/^[ \t]*\r?\n/, '')}`
  }
  const column = columnOf(text, map)
  const at = afterComments(text, endOf(last.value, last.key), column)
  return ended(text.slice(0, at), end('\n')) + end(block({ [key]: value }, column)) + text.slice(at)
}

function replaced(
  text: string,
  map: YAMLMap,
  key: string,
  value: unknown,
  end: (lines: string) => string,
): string {
  const pair = pairOf(map, key)
  const [start, close] = [startOf(pair.key), endOf(pair.value, pair.key)]
  const lines =
    map.flow === true
      ? `${text.slice(start, startOf(pair.value))}${JSON.stringify(value)}`
      : end(block({ [key]: value }, columnOf(text, map)).trim())
  // A text of several lines ends with its line.
  return text.slice(0, start) + lines + (text[close - 1] === '\n' ? end('\n') : '') + text.slice(close)
}

/** With its comments; what was the only one leaves an empty mapping. */
function removed(text: string, map: YAMLMap, key: string): string {
  const { items } = map
  const pair = pairOf(map, key)
  const at = items.indexOf(pair)
  const [start, close] = map.range ?? [0, 0]
  if (map.flow === true) {
    const [previous, next] = [items[at - 1], items[at + 1]]
    if (next !== undefined) return text.slice(0, startOf(pair.key)) + text.slice(startOf(next.key))
    const from = previous === undefined ? start + 1 : endOf(previous.value, previous.key)
    return text.slice(0, from) + text.slice(endOf(pair.value, pair.key))
  }
  const first = lineStart(text, startOf(pair.key))
  const last = afterComments(text, endOf(pair.value, pair.key), columnOf(text, map) + 1)
  if (items.length > 1) return text.slice(0, first) + text.slice(last)
  // Behind the key of the mapping itself.
  const above = text.slice(0, start).trimEnd()
  if (above.endsWith(':')) return `${above} {}${text.slice(above.length, first)}${text.slice(last)}`
  return `${text.slice(0, first)}{}${text.slice(Math.max(last - 1, close))}`
}

type Pair = YAMLMap['items'][number]

function findPair(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((one) => isScalar(one.key) && String(one.key.value) === key)
}

function pairOf(map: YAMLMap, key: string): Pair {
  const pair = findPair(map, key)
  if (pair === undefined) throw new TypeError(`The mapping has no ${key}.`)
  return pair
}

function block(values: Settings, column: number): string {
  return stringify(values, style).replace(/^(?=.)/gm, ' '.repeat(column))
}

function columnOf(text: string, map: YAMLMap): number {
  const start = startOf(map.items[0]?.key)
  return start - lineStart(text, start)
}

function startOf(node: unknown): number {
  if (!isNode(node) || node.range == null) throw new TypeError('A node has no place.')
  return node.range[0]
}

/** The end of the last scalar of a value; that of its key where it has none. */
function endOf(node: unknown, key: unknown): number {
  if (isMap(node) && node.flow !== true && node.items.length > 0) {
    const last = node.items.at(-1)
    return endOf(last?.value, last?.key)
  }
  if (isSeq(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1), node)
  return rangeEnd(isNode(node) ? node : key)
}

function rangeEnd(node: unknown): number {
  if (!isNode(node) || node.range == null) throw new TypeError('A node has no place.')
  return node.range[1]
}

/** The start of the line below a place and the comments after it that are indented at least so far. */
function afterComments(text: string, from: number, column: number): number {
  const next = from > 0 && text[from - 1] === '\n' ? from : lineEnd(text, from)
  const comments = new RegExp(String.raw`^(?:(?:[ \t]*\r?\n)*[ ]{${column},}#[^\n]*(?:\n|$))*`)
  return next + (column === 0 ? 0 : (comments.exec(text.slice(next))?.[0].length ?? 0))
}

function ended(text: string, lineEnding: string): string {
  return text === '' || text.endsWith('\n') ? text : text + lineEnding
}
