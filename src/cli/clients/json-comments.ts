/** Strings, comments, and trailing commas. */
const parts =
  /"(?:[^"\\\n]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*[}\]])/g

/**
 * Turns JSON with comments and trailing commas into plain JSON of the same length: spaces replace what is left out, so
 * that all offsets stay valid.
 *
 *     plainJson('{ "a": 1, // one\n}')   // '{ "a": 1         \n}'
 */
export function plainJson(text: string): string {
  return text.replace(parts, (part) => (part.startsWith('"') ? part : part.replace(/[^\n\r]/g, ' ')))
}

/** A range in a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A member of an object; its span covers the value. */
export interface Member {
  readonly key: string
  readonly keyStart: number
  readonly value: Span
}

/** The members of the object that begins at `start`, in valid plain JSON, and the place of its closing bracket. */
export function membersOf(
  json: string,
  start: number,
): { readonly members: readonly Member[]; readonly end: number } {
  const members: Member[] = []
  let at = skipSpace(json, start + 1)
  while (json[at] !== '}') {
    const keyEnd = valueEnd(json, at)
    const key: unknown = JSON.parse(json.slice(at, keyEnd))
    const valueStart = skipSpace(json, skipSpace(json, keyEnd) + 1)
    const end = valueEnd(json, valueStart)
    members.push({ key: String(key), keyStart: at, value: { start: valueStart, end } })
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return { members, end: at }
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (/\s/.test(json[at] ?? '')) at += 1
  return at
}

function valueEnd(json: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,{}[\]":]+/g
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    if (found[0] === '{' || found[0] === '[') depth += 1
    else if (found[0] === '}' || found[0] === ']') depth -= 1
    if (depth === 0) return token.lastIndex
  }
  return json.length
}
