/**
 * The change that has undone another: an undo that was itself undone does not count. `undosOf` gives those that are done,
 * the newest first.
 */
export function lastingUndo(id: number, undosOf: (id: number) => readonly number[]): number | null {
  return undosOf(id).find((undo) => lastingUndo(undo, undosOf) === null) ?? null
}
