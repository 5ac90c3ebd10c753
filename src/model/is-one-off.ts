/**
 * Whether two texts differ in one letter, which one has more or other than the other, or in the order of two neighbours.
 *
 *     isOneOff('gardn', 'garden')   // true
 */
export function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  const fromEnd = (text: string) => text[text.length - 1 - end]
  while (end < short.length - start && fromEnd(short) === fromEnd(long)) end += 1
  const [less, more] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  if (more.length === 2) return less === more.slice(1) + more.slice(0, 1)
  return more.length === 1
}
