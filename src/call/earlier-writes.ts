import { atMost } from '../model/at-most.ts'
import { VaultError } from '../model/vault-error.ts'

/** A call that writes and is not answered yet. */
interface RunningWrite {
  readonly vault: string
  readonly arrived: number
  readonly answered: Promise<unknown>
}

/** An answer waits no longer for other calls: one of them may be waiting for a person. */
const longestWaitMs = 2_000

const running = new Set<RunningWrite>()
let lastArrived = 0

/** The place of a call in the order of arrival. */
export function arrivalOfCall(): number {
  return ++lastArrived
}

/**
 * Runs a call to a vault. Clients send calls without waiting for the answers to those before: what a call does not find may
 * be what an earlier one is about to write, so the call is run once more when that is done. It has changed nothing by then.
 * One that writes is so in any case: while it waited for its turn, another process may have moved the note that it had found.
 */
export async function afterEarlierWrites<Result>(
  {
    vault,
    arrived,
    isReading,
  }: { readonly vault: string; readonly arrived: number; readonly isReading: boolean },
  run: () => Promise<Result>,
): Promise<Result> {
  const earlierNow = () => [...running].filter((write) => write.vault === vault && write.arrived < arrived)
  // Those that end while it runs count as well.
  const before = earlierNow()
  const answered = run().catch(async (error: unknown) => {
    const earlier = [...before, ...earlierNow()]
    if ((isReading && earlier.length === 0) || !isNotFound(error)) throw error
    await atMost(longestWaitMs, Promise.allSettled(earlier.map((write) => write.answered)))
    return await run()
  })
  if (isReading) return await answered
  const own = { vault, arrived, answered }
  running.add(own)
  return await answered.finally(() => running.delete(own))
}

function isNotFound(error: unknown): boolean {
  return error instanceof VaultError && error.code.endsWith('NOT_FOUND')
}
