/**
 * The largest of any number of numbers, -Infinity of none. `Math.max(...numbers)` fails from some hundred thousand on.
 *
 *     largest(headings.map(({ level }) => level))
 */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity
  for (const number of numbers) most = Math.max(most, number)
  return most
}

/** The smallest of any number of numbers, Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity
  for (const number of numbers) least = Math.min(least, number)
  return least
}
