import { atMost } from '../model/at-most.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { VaultIndex } from '../vault/vault-index.ts'

const longestWaitMs = 40_000
// By then a vault that was filled before has been looked through.
const longestLookMs = 1_500

/**
 * Waits for an index that is still being filled, before the vault's lock is taken. INDEX_UNAVAILABLE when that takes too
 * long: a plan that does not know all links would forget some.
 */
export async function waitForIndex({
  index,
}: {
  readonly index: Pick<VaultIndex, 'isThere' | 'freshness' | 'refresh'>
}): Promise<void> {
  requireIndex(index)
  if (index.freshness.state === 'ready') return
  const following = index.refresh('').then(() => 'done')
  if ((await atMost(longestWaitMs, following)) === null) {
    throw new VaultError('INDEX_UNAVAILABLE', 'The vault is still being indexed; nothing was changed.', {
      hint: { kind: 'wait-for-index' },
    })
  }
}

/** Makes the index agree with the disk as it is at this moment. */
export async function followDisk(vault: VaultContext): Promise<void> {
  requireIndex(vault.index)
  await vault.index.refresh('')
}

/** Follows what was reported of the disk, for a list of notes: an index that is being filled is not waited for, and the answer says so. */
export async function followDiskSoon(vault: VaultContext, folder: string): Promise<void> {
  await vault.index.refreshSoon(folder, longestLookMs)
}

/**
 * Computes something from the index as it agrees with the disk at this moment. Most of the time it did already: so it is
 * computed while the disk is looked at, and once more where the index has changed meanwhile.
 */
export async function whileFollowingDisk<Result>(
  vault: VaultContext,
  compute: () => Promise<Result>,
): Promise<Result> {
  requireIndex(vault.index)
  const lastCommit = () => vault.index.queryWhole((index) => Promise.resolve(index.lastCommit()))
  const before = await lastCommit()
  const following = vault.index.refresh('')
  const [computed] = await Promise.allSettled([compute(), following])
  await following
  if ((await lastCommit()) !== before) return await compute()
  if (computed.status === 'rejected') throw computed.reason
  return computed.value
}

function requireIndex({ isThere }: Pick<VaultIndex, 'isThere'>): void {
  if (isThere) return
  throw new VaultError('INDEX_UNAVAILABLE', 'Without its index nobody knows which links lead where.', {
    hint: { kind: 'turn-index-on' },
  })
}
