export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** The words of a query that a snippet may show: no operators, no words to leave out. */
export function queryWords(query: string): readonly string[] {
  return query
    .replace(/(^|\s)-\S+/g, ' ')
    .replace(/(^|\s)[a-z_]+:("[^"]*"|\S+)/g, ' ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word.length > 1)
}

/** A text in pieces, those marked that begin with one of the words. Long words match by their stem: Pläne, Plänen. */
export function markWords(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return [{ text, isMatch: false }]
  const stems = words.map((word) => (word.length > 5 ? word.slice(0, -2) : word))
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${stems.join('|')})[\\p{L}\\p{M}\\p{N}]*)`, 'iu')
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isMatch: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** A line of Markdown as one reads it: links by their words, without marks of emphasis. What stands in code is as it is. */
export function plainLine(line: string): string {
  return line
    .replace(/!?\[\[(?:[^\]|]*\|)?([^\]]+)\]\]/g, '$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+](?: \[.\])?|\d+[.)])\s+/, '')
    .split(/(`+)(.*?)\1/)
    .map((part, at) => (at % 3 === 0 ? withoutEmphasis(part) : at % 3 === 1 ? '' : part))
    .join('')
}

/** Marks that stand in a word, or alone, are text; so are those of names such as `__init__`. */
function withoutEmphasis(text: string): string {
  return (
    text
      .replace(/(\*\*|~~|==)(?=\S)(.*?\S)\1/g, '$2')
      // The other one of a pair may lie beyond what is shown.
      .replace(/(?<=^|\s)\*\*(?=\S)|(?<=\S)\*\*(?=\s|$)/g, '')
      .replace(/(?<![\p{L}\p{N}_.])__(?=\S)(?!\w+__)(.*?\S)__(?![\p{L}\p{N}_])/gu, '$1')
      .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]*\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
  )
}
