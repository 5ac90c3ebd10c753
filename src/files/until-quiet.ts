import { setTimeout as pause } from 'node:timers/promises'
import type { BigIntStats } from 'node:fs'
import { ageOf, isSameFile, isSameTime, lookAt } from './open-file.ts'

// Pauses within a save are shorter, and so is the tick of most file systems' clocks.
const quietMs = 10
// Nobody wants an empty note for long: it is about to be written.
const emptyMs = 500
// Whoever saves without a pause is not waited for longer: what is read then is held against the file again.
const mostWaitMs = 200
const lookEveryMs = 3

/**
 * Waits while a file looks as if somebody were writing it: as long as it is younger than a save takes, and longer for one
 * that is empty. `isOwn` knows what needs no waiting. True where the file is empty and means to be.
 */
export async function untilQuiet(absolute: string, isOwn: (stats: BigIntStats) => boolean): Promise<boolean> {
  const start = performance.now()
  let restsSince = start
  let last: BigIntStats | null = null
  for (;;) {
    const stats = lookAt(absolute)
    if (stats === null) return false
    const now = performance.now()
    if (last === null || !isSameFile(stats, last) || !isSameTime(stats, last)) restsSince = now
    last = stats
    // The system's clock, from which the file's time may be, can be another than ours.
    const rested = Math.max(now - restsSince, ageOf(stats))
    const isEmpty = stats.size === 0n
    if (isOwn(stats) || rested >= (isEmpty ? emptyMs : quietMs)) return isEmpty
    if (!isEmpty && (isNamedSince(stats) || now - start > mostWaitMs)) return false
    await pause(lookEveryMs)
  }
}

/** What was written elsewhere and then renamed has got its name after its text. */
function isNamedSince({ ctimeNs, mtimeNs }: BigIntStats): boolean {
  return ctimeNs > mtimeNs
}

/** Waits a little for a file that somebody may just be deleting in order to make it again. False where it stays away. */
export async function untilThere(absolute: string): Promise<boolean> {
  const start = performance.now()
  while (lookAt(absolute) === null) {
    if (performance.now() - start > mostWaitMs) return false
    await pause(lookEveryMs)
  }
  return true
}
