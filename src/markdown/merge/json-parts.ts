import type { SourceRange } from '../../model/parsed-note.ts'

/**
 * Where the items of an object's list stand in a JSON text that can be parsed: `itemsOf(json, 'nodes')`. Null where the
 * object has no such list.
 */
export function itemsOf(json: string, name: string): readonly SourceRange[] | null {
  const start = skipBlanks(json, 0)
  if (json[start] !== '{') return null
  for (let at = skipBlanks(json, start + 1); json[at] === '"';) {
    const keyEnd = valueEnd(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const value = skipBlanks(json, skipBlanks(json, keyEnd) + 1)
    if (key === name) return json[value] === '[' ? listItems(json, value) : null
    at = skipBlanks(json, skipBlanks(json, valueEnd(json, value)) + 1)
  }
  return null
}

function listItems(json: string, start: number): readonly SourceRange[] {
  const items: SourceRange[] = []
  let at = skipBlanks(json, start + 1)
  while (at < json.length && json[at] !== ']') {
    const end = valueEnd(json, at)
    items.push({ start: at, end })
    at = skipBlanks(json, end)
    if (json[at] === ',') at = skipBlanks(json, at + 1)
  }
  return items
}

function skipBlanks(json: string, from: number): number {
  let at = from
  while (at < json.length && ' \t\r\n'.includes(json[at] ?? '')) at += 1
  return at
}

/** The end of the value that begins at `start`. */
function valueEnd(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at += 1) {
    const letter = json[at] ?? ''
    if (letter === '"') {
      for (at += 1; at < json.length && json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1
    } else if ('{['.includes(letter)) depth += 1
    else if ('}]'.includes(letter)) depth -= 1
    else if (depth > 0 || !',:'.includes(letter)) continue
    if (depth < 0 || (depth === 0 && ',:'.includes(letter))) return at
    if (depth === 0) return at + 1
  }
  return json.length
}
