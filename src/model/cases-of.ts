/**
 * The ways in which people may write a text, in capitals or not, composed or not: SQLite folds the case of ASCII letters
 * only, and composes none.
 *
 *     casesOf('ärger')   // 'ärger', 'ÄRGER' and 'Ärger', and each of them decomposed
 */
export function casesOf(text: string): readonly string[] {
  if (/^[\0-\x7f]*$/.test(text)) return [text]
  const lower = text.toLowerCase()
  const ways = [
    text,
    lower,
    lower.replaceAll('ς', 'σ'),
    text.toUpperCase(),
    lower.charAt(0).toUpperCase() + lower.slice(1),
  ]
  return [...new Set(ways.flatMap((way) => [way, way.normalize('NFC'), way.normalize('NFD')]))]
}
