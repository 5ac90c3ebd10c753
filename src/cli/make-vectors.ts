import { setTimeout as delay } from 'node:timers/promises'
import type { Said } from '../model/advice.ts'
import type { VaultHub } from '../registry/vault-hub.ts'
import type { Cli } from './cli.ts'
import { countOf } from './count-of.ts'
import { showProgress } from './progress-bar.ts'

export interface VectorsMade {
  readonly pending: number
  /** Why none are made; null where they are. */
  readonly reason: Said | null
}

const lookEveryMs = 200

/**
 * Waits until every passage of a vault has its vector, made by any process, and shows the progress. When the time is
 * over, or the person stops it, what is done is kept.
 */
export async function makeVectors(
  vault: Awaited<ReturnType<VaultHub['open']>>,
  cli: Cli,
  withinMs: number,
): Promise<VectorsMade> {
  const { embedding } = vault
  if (embedding === null) return { pending: 0, reason: 'Nothing that could make them is installed.' }
  const end = performance.now() + withinMs
  let most = 0
  let left = 0
  const waitForAll = async (): Promise<VectorsMade> => {
    for (;;) {
      const { state, pending, reason } = await embedding.inform()
      if (pending === null) return { pending: 0, reason }
      left = pending
      most = Math.max(most, pending)
      if (pending === 0 || cli.signal.aborted || performance.now() > end) return { pending, reason: null }
      if (state === 'paused') return { pending, reason: 'They are paused: flint models resume goes on.' }
      if (state === 'unavailable') return { pending, reason }
      tellOnce(pending)
      await delay(lookEveryMs)
    }
  }
  let isTold = false
  const isSeen = cli.terminal.canAsk && !cli.isJson
  const tellOnce = (pending: number) => {
    if (isTold || isSeen || cli.isJson) return
    isTold = true
    cli.say(`Making the vectors of ${countOf(pending, 'passage')} first${withinWords(withinMs)}.`)
  }
  return await showProgress(waitForAll(), {
    stderr: isSeen ? cli.streams.stderr : null,
    title: `Making vectors of ${vault.name}`,
    position: () => ({ done: most - left, total: most }),
  })
}

function withinWords(ms: number): string {
  return Number.isFinite(ms) ? `, for at most ${Math.ceil(ms / 1_000)} s` : ''
}
