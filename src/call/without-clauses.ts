/** The text without the sentences, or the ends of sentences, that are not wanted. */
export function withoutClauses(text: string, isUnwanted: (clause: string) => boolean): string {
  const sentences = splitOutsideQuotes(text, /(?<=[.!?])\s+/g).map((sentence) => {
    const clauses = splitOutsideQuotes(sentence, /(?=[;:] (?!true|false|"))|(?=, (?:or|and|then|to) )/g)
    const first = clauses.findIndex(isUnwanted)
    if (first === -1) return sentence
    const rest = clauses.slice(0, first).join('')
    return rest === '' ? '' : `${rest}.`
  })
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function splitOutsideQuotes(text: string, border: RegExp): readonly string[] {
  // Of the same length, so that places in the one are places in the other.
  const masked = text.replace(quoted, (name) => `"${'x'.repeat(name.length - 2)}"`)
  const parts: string[] = []
  let start = 0
  for (const { index, 0: gap } of masked.matchAll(border)) {
    parts.push(text.slice(start, index))
    start = index + gap.length
  }
  return [...parts, text.slice(start)]
}

export const quoted = /"[^"]*"/g
