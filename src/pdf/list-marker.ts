export interface ListMarker {
  /** How the marker is written in Markdown. */
  readonly marker: string
  /** Characters of the line before the item's own text. */
  readonly length: number
}

const bullet =
  /^(?:[\u2022\u2023\u2043\u2219\u25aa\u25ab\u25cf\u25cb\u25e6\u25a0\u25a1\u25b6\u25ba\u27a2\u2713\u2714\u00b7\uf0a7\uf0b7\uf0d8*-]|[\u2013\u2014](?= )|o(?= \p{Lu}))\s+(?=\S)/u
const number = /^(\d{1,3})(?:([.)])\s+(?=\S)|-\s+(?=\p{Lu}))/u
const letter = /^(?:\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)|[a-z]\))\s+(?=\S)/

/** The bullet or number with which a line begins a list's item. */
export function readMarker(line: string): ListMarker | null {
  const dot = bullet.exec(line)
  if (dot !== null) return { marker: '-', length: dot[0].length }
  const digits = number.exec(line)
  if (digits !== null) return { marker: `${digits[1] ?? '1'}${digits[2] ?? '.'}`, length: digits[0].length }
  // Markdown has no letters before items: the letter stays in the text.
  return letter.test(line) ? { marker: '-', length: 0 } : null
}
