import { setImmediate as nextTurn } from 'node:timers/promises'

// Work on a text of this length takes a millisecond or more.
const longFrom = 500_000

/** Lets other work run before the next step with a long text. */
export async function inTurns(length: number): Promise<void> {
  if (length >= longFrom) await nextTurn()
}
