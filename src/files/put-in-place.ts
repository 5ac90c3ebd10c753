import { type BigIntStats, unlinkSync } from 'node:fs'
import type { ContentHash } from '../model/ids.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { contentOf, type HeldContent, isSameFile, isSameTime, lookAt, type OpenFile } from './open-file.ts'
import { isMissing } from './read-text.ts'
import { swapFiles } from './swap-files.ts'

/**
 * `touched`: since it was read the file was written to or given other rights, or is another one; nothing has happened.
 * `overtaken`: somebody saved at the very moment. What was saved last has its place again; all that was out of it for a
 * moment, in which others may have read the new text, is in `saved`.
 */
export type Placed =
  | { readonly kind: 'placed' }
  | { readonly kind: 'touched' }
  | { readonly kind: 'overtaken'; readonly saved: readonly HeldContent[] }

/** A whole new text that lies beside its place. */
export interface FreshFile {
  /** Absolute. */
  readonly at: string
  readonly stats: BigIntStats
  readonly hash: () => ContentHash
}

// Nobody saves as often as this within some microseconds.
const mostTurns = 8

/**
 * Puts a whole new file in the place of one that was read, as one step. Somebody may save between the last look and the
 * step, be it a few microseconds: what comes out is looked at, too. Where files cannot be swapped it is gone by then.
 */
export async function putInPlace(fresh: FreshFile, target: string, was: OpenFile): Promise<Placed> {
  const { at, stats, hash } = fresh
  // From this look to the step nothing is waited for.
  if (!was.isUntouchedAt(target)) return { kind: 'touched' }
  if (!swapFiles(target, at)) {
    // There a file that is open keeps its name.
    if (process.platform === 'win32') was.close()
    const before = lookAt(target)
    const isPlaced = await renameFile(at, target, { mayGoOn: () => isAsBefore(before, lookAt(target)) })
    return { kind: isPlaced ? 'placed' : 'touched' }
  }
  const isPlaced = was.isAt(at) && (await was.isUnchanged())
  const saved = isPlaced ? [] : await giveBack(at, target, { stats, hash: hash() })
  unlinkSync(at)
  return isPlaced ? { kind: 'placed' } : { kind: 'overtaken', saved }
}

function isAsBefore(before: BigIntStats | null, now: BigIntStats | null): boolean {
  return before !== null && now !== null && isSameFile(before, now) && isSameTime(before, now)
}

/** Swaps until what was saved last has the name, and what is left over is as it was thought to be there. */
async function giveBack(
  spare: string,
  target: string,
  ours: Pick<HeldContent, 'stats' | 'hash'>,
): Promise<readonly HeldContent[]> {
  const saved: HeldContent[] = []
  let there = ours
  let inHand = await contentOf(spare)
  for (let turn = 0; turn < mostTurns; turn++) {
    saved.push(inHand)
    try {
      swapFiles(target, spare)
    } catch (error) {
      if (!isMissing(error)) throw error
      break
    }
    const out = await contentOf(spare)
    if (isSameFile(out.stats, there.stats) && out.hash === there.hash) break
    there = inHand
    inHand = out
  }
  return saved
}
