/** Words as two readers of one page agree on them: no case, no hyphens between lines, ligatures taken apart. */
export function toWords(text) {
  return (
    text
      .normalize('NFKC')
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
      .replace(/[\u00ad\u200b-\u200f]/g, '')
      .toLowerCase()
      .replace(/(?<!\p{L})(?:\p{L} ){3,}\p{L}(?!\p{L})/gu, (spaced) => spaced.replaceAll(' ', ''))
      .replace(/(\p{L})[-\u2010]\s*\n\s*(?=\p{L})/gu, '$1')
      .replace(/(\p{L})[-\u2010](?=\p{L})/gu, '$1')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}

/** The share of `theirs` that is in `ours`, each as often. */
export function shareFound(theirs, ours) {
  const left = new Map()
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  for (const word of theirs) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    found += 1
  }
  return theirs.length === 0 ? 1 : found / theirs.length
}

/** The share of the words that both have which stand in the same order in both: their longest common sequence. */
export function longestCommon(theirs, ours) {
  const common = Math.round(shareFound(theirs, ours) * theirs.length)
  if (common === 0) return 1
  const ids = new Map()
  const idOf = (word) => ids.get(word) ?? ids.set(word, ids.size).get(word)
  const a = Int32Array.from(theirs.slice(0, 20_000), idOf)
  const b = Int32Array.from(ours.slice(0, 20_000), idOf)
  let row = new Int32Array(b.length + 1)
  for (const word of a) {
    const next = new Int32Array(b.length + 1)
    for (let at = 0; at < b.length; at += 1)
      next[at + 1] = b[at] === word ? row[at] + 1 : Math.max(row[at + 1], next[at])
    row = next
  }
  return row[b.length] / common
}
