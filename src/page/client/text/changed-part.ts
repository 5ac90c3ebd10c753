/** A line in three: what it shares with another at its beginning, what is its own, what it shares at its end. */
export type Parts = readonly [string, string, string]

/** Where a line differs from the one that took its place; whole words, so that it can be read. */
export function changedPart(line: string, other: string): Parts {
  const words = line.match(/\p{L}+|\p{N}+|\s+|./gsu) ?? []
  const others = other.match(/\p{L}+|\p{N}+|\s+|./gsu) ?? []
  const most = Math.min(words.length, others.length)
  let start = 0
  while (start < most && words[start] === others[start]) start += 1
  let end = 0
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end += 1
  // Lines with little in common are shown as different throughout.
  if (start + end < most / 4) return ['', line, '']
  const until = words.length - end
  return [words.slice(0, start).join(''), words.slice(start, until).join(''), words.slice(until).join('')]
}
