/** The trimmed parts of a list between its commas, except commas in quotes, brackets and parentheses. */
export function splitSchemaList(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  // A quote that is never closed is an apostrophe.
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|(?<![\p{L}\p{N}])'[^']*'|[\s\S]/gu)) {
    if (token === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
      continue
    }
    if ('[('.includes(token)) depth += 1
    if ('])'.includes(token)) depth -= 1
    part += token
  }
  parts.push(part.trim())
  return parts.filter((item) => item !== '')
}

/**
 * The meaning of a written value. Quoted text is a JSON string; in a pattern only `\"` is an escape, since people write
 * `"^\d+$"` and not `"^\\d+$"`.
 */
export function readSchemaValue(written: string, as: 'text' | 'pattern'): string {
  const inner = /^"(.*)"$/s.exec(written)?.[1]
  if (inner === undefined) return /^'(.*)'$/s.exec(written)?.[1] ?? written
  if (as === 'pattern')
    return inner.replace(/\\(.)/gs, (escape, character) => (character === '"' ? '"' : escape))
  try {
    const value: unknown = JSON.parse(written)
    if (typeof value === 'string') return value
  } catch {
    // Written by hand, with an escape that JSON does not know.
  }
  return inner.replaceAll('\\"', '"')
}

/** The inverse of `readSchemaValue`, for a pattern except a backslash before a quote, which means nothing. */
export function writeSchemaValue(value: string, as: 'text' | 'pattern'): string {
  if (as === 'text') return JSON.stringify(value)
  const escaped = value.replace(/\\?"|\\./gs, (found) => (found.endsWith('"') ? '\\"' : found))
  return `"${escaped}"`
}
