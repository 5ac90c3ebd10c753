import { setTimeout as delay } from 'node:timers/promises'
import { isSchemaChange } from './open-index.ts'

// An index of a table is made within a second, even for very many notes.
const mostAttempts = 50
const retryAfterMs = 20

/** Runs a query again while it fails because another connection is making an index. */
export async function runAgain<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isSchemaChange(error) || attempt === mostAttempts) throw error
      await delay(retryAfterMs)
    }
  }
}

/** Opens a connection, retrying while another one is making an index. Blocks for a second at most. */
export function openAgain<Result>(open: () => Result): Result {
  const until = performance.now() + mostAttempts * retryAfterMs
  for (;;) {
    try {
      return open()
    } catch (error) {
      if (!isSchemaChange(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
