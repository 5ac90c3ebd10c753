/**
 * The names that someone who typed `name` may have meant, nearest first, at most three: those that differ in at
 * most a third of its letters and in no more than four, or that begin with it.
 *
 *     nearest('get_nte', ['get_note', 'list_notes'])   // ['get_note']
 */
export function nearest(name: string, known: readonly string[]): readonly string[] {
  const typed = name.toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: distanceTo(typed, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.min(4, Math.ceil(typed.length / 3)))
    .sort(
      (a, b) =>
        a.distance - b.distance || lengthsApart(typed, a.candidate) - lengthsApart(typed, b.candidate),
    )
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** Of many that begin alike the one of nearly the same length is meant. */
function lengthsApart(a: string, b: string): number {
  return Math.abs(a.length - b.length)
}

function distanceTo(typed: string, candidate: string): number {
  if (typed.length > 2 && (candidate.startsWith(typed) || typed.startsWith(candidate))) return 1
  return editDistance(typed.slice(0, 64), candidate.slice(0, 64))
}

/** Letters to insert, drop, change or swap with their neighbour. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
