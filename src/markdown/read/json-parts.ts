import type { SourceRange } from '../../model/parsed-note.ts'

/**
 * Where the items of an object's list stand in a JSON text that can be parsed: `itemsOf(json, 'nodes')`. Null where the
 * object has no such list.
 */
export function itemsOf(json: string, name: string): readonly SourceRange[] | null {
  for (const { key, start } of entriesOf(json, 0))
    if (key === name) return json[start] === '[' ? listItems(json, start) : null
  return null
}

/** The keys of the object that begins at `from`, with where their values stand; none for anything else. */
export function* entriesOf(json: string, from: number): Generator<SourceRange & { readonly key: string }> {
  const open = skipBlanks(json, from)
  if (json[open] !== '{') return
  for (let at = skipBlanks(json, open + 1); json[at] === '"';) {
    const keyEnd = valueEnd(json, at)
    const start = skipBlanks(json, skipBlanks(json, keyEnd) + 1)
    const end = valueEnd(json, start)
    yield { key: String(JSON.parse(json.slice(at, keyEnd))), start, end }
    at = skipBlanks(json, skipBlanks(json, end) + 1)
  }
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
  while (at < json.length && ' \t\r\n\ufeff'.includes(json[at] ?? '')) at += 1
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
