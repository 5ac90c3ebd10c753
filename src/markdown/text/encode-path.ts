/**
 * A path as the destination of a Markdown link without angle brackets; letters of any script stay readable.
 *
 *     encodePath('a b/c (1).md')   // 'a%20b/c%20%281%29.md'
 */
export function encodePath(path: string): string {
  return path.replace(/[\s%()<>[\]\\#?]/g, encodeCharacter)
}

/** Parentheses, too, which mean nothing in a URL but end a link's destination. */
export function encodeCharacter(character: string): string {
  return character === '(' ? '%28' : character === ')' ? '%29' : encodeURIComponent(character)
}
