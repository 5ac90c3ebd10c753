import { setImmediate as nextTurn } from 'node:timers/promises'

// What takes in proportion to a text of this length takes a millisecond or more.
const longFrom = 500_000

/** Lets others have their turn before more is done with a long text: each step with it takes some milliseconds. */
export async function inTurns(length: number): Promise<void> {
  if (length >= longFrom) await nextTurn()
}
