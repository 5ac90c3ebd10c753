/** A string value in a JSON text: the keys and indexes of its path, and its place between the quotes. */
export interface JsonString {
  readonly path: readonly string[]
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The string values of a valid JSON text, in order, except those nested deeper than `deepest`. */
export function listJsonStrings(json: string, deepest: number): readonly JsonString[] {
  const strings: JsonString[] = []
  const levels: { readonly isObject: boolean; key: string; index: number }[] = []
  let isKeyNext = false
  for (let at = 0; at < json.length; at += 1) {
    const level = levels.at(-1)
    switch (json[at]) {
      case '{':
      case '[':
        isKeyNext = json[at] === '{'
        levels.push({ isObject: isKeyNext, key: '', index: 0 })
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (level !== undefined) level.index += 1
        isKeyNext = level?.isObject === true
        break
      case ':':
        isKeyNext = false
        break
      case '"': {
        const start = at + 1
        at = closingQuote(json, start)
        const value = String(JSON.parse(json.slice(start - 1, at + 1)))
        if (isKeyNext && level !== undefined) level.key = value
        else if (levels.length <= deepest) {
          const path = levels.map(({ isObject, key, index }) => (isObject ? key : String(index)))
          strings.push({ path, value, start, end: at })
        }
        break
      }
      default:
    }
  }
  return strings
}

function closingQuote(json: string, start: number): number {
  let at = start
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
