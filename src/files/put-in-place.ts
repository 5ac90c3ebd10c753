import { type BigIntStats, unlinkSync } from 'node:fs'
import type { ContentHash } from '../model/ids.ts'
import { renameFile } from '../own-files/rename-file.ts'
import { isAsBefore, isSameFile } from './at-rest.ts'
import { contentOf, type HeldContent, lookAt, type OpenFile } from './open-file.ts'
import { isMissing } from './read-text.ts'
import { swapFiles } from './swap-files.ts'

/**
 * `touched`: the file was written, replaced or given other rights since it was read; nothing was changed. `overtaken`:
 * somebody saved at that very moment. The last saved text is back in place; `saved` holds the texts that were out of
 * place for a moment, while others may have read the new text.
 */
export type Placed =
  | { readonly kind: 'placed' }
  | { readonly kind: 'touched' }
  | { readonly kind: 'overtaken'; readonly saved: readonly HeldContent[] }

/** A whole new text in a file beside its target. */
export interface FreshFile {
  /** Absolute path. */
  readonly at: string
  readonly stats: BigIntStats
  readonly hash: () => ContentHash
}

// Nobody saves this often within microseconds.
const mostTurns = 8

/**
 * Replaces a file that was read with a fresh one, in one step. Somebody may save in the microseconds between the last
 * check and the step, so the replaced file is checked as well. Where files cannot be swapped, such a save is lost.
 */
export async function putInPlace(fresh: FreshFile, target: string, was: OpenFile): Promise<Placed> {
  const { at, stats, hash } = fresh
  // No awaits from this check to the step.
  if (!was.isUntouchedAt(target)) return { kind: 'touched' }
  if (!swapFiles(target, at)) {
    // Windows keeps the name of a file as long as it is open.
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

/** Swaps until the text that was saved last has the name and the one left over is the expected one. */
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
