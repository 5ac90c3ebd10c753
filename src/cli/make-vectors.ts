import { setTimeout as delay } from 'node:timers/promises'
import type { Said } from '../model/advice.ts'
import type { VaultHub } from '../registry/vault-hub.ts'
import type { Cli } from './cli.ts'
import { countOf } from './plain-text.ts'
import { showProgress } from './show-progress.ts'

export interface VectorsMade {
  readonly pending: number
  /** Whether the vault's own model knows every note, where it has enough for one. */
  readonly hasOwnModel: boolean
  /** Why none are made; null where they are. */
  readonly reason: Said | null
}

const lookEveryMs = 200

/**
 * Waits until every passage of a vault has its vector and the vault's own model knows every note, made by any process,
 * and shows the progress and the time left. When the time is over, or the person stops it, what is done is kept.
 */
export async function makeVectors(
  vault: Awaited<ReturnType<VaultHub['open']>>,
  cli: Cli,
  withinMs: number,
): Promise<VectorsMade> {
  const { embedding } = vault
  if (embedding === null)
    return { pending: 0, hasOwnModel: false, reason: 'Nothing that could make them is installed.' }
  const end = performance.now() + withinMs
  let most = 0
  let left = 0
  const waitForAll = async (): Promise<VectorsMade> => {
    for (;;) {
      const { state, pending, own, reason } = await embedding.inform()
      const hasOwnModel = own !== 'missing' && own !== 'behind'
      if (pending === null) return { pending: 0, hasOwnModel, reason }
      left = pending
      most = Math.max(most, pending)
      const isWhole = pending === 0 && hasOwnModel
      if (isWhole || cli.signal.aborted || performance.now() > end)
        return { pending, hasOwnModel, reason: null }
      if (state === 'paused')
        return { pending, hasOwnModel, reason: 'They are paused: flint models resume goes on.' }
      if (state === 'unavailable') return { pending, hasOwnModel, reason }
      if (pending > 0) tellOnce(pending)
      await delay(lookEveryMs)
    }
  }
  let isTold = false
  const tellOnce = (pending: number) => {
    if (isTold || cli.canAsk) return
    isTold = true
    cli.tell(`Making the vectors of ${countOf(pending, 'passage')} first${withinWords(withinMs)}.`)
  }
  return await showProgress(waitForAll(), {
    stderr: cli.bars,
    title: `Making vectors of ${vault.name}`,
    position: () => ({ done: most - left, total: most }),
  })
}

function withinWords(ms: number): string {
  return Number.isFinite(ms) ? `, for at most ${Math.ceil(ms / 1_000)} s` : ''
}
