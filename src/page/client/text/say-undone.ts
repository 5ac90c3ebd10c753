/** `1 change`, `2 changes`. */
export function sayCount(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}

/** What became of an undo, as a notice says it. */
export function sayUndone(undone: number): string {
  return undone === 0 ? 'Nothing was undone.' : `${sayCount(undone)} undone.`
}

/** How many changes were refused, and what became of the others. */
export function sayRefused({
  undone,
  refused,
}: {
  readonly undone: number
  readonly refused: number
}): string {
  const start = `${sayCount(refused)} could not be undone.`
  if (undone === 0) return start
  return undone === 1 ? `${start} The other one was.` : `${start} The other ${undone} were.`
}
