import { setTimeout as pause } from 'node:timers/promises'
import type { BigIntStats } from 'node:fs'
import { isSameFile, isSameTime } from './at-rest.ts'
import { ageOf, lookAt } from './open-file.ts'

// Pauses within a save are shorter, and so is the tick of most file systems' clocks.
const quietMs = 10
// An empty note is usually about to be written.
const emptyMs = 500
// An editor that saves without pause is not waited for longer: the text is compared with the file again later.
const mostWaitMs = 200
const lookEveryMs = 3

/**
 * Waits while a file looks as if it is being written: while it is younger than a save takes, and longer while it is
 * empty. `isOwn` recognises flint's own writes, which need no wait. True where the file stays empty.
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
    // The file's time may come from another clock than ours.
    const rested = Math.max(now - restsSince, ageOf(stats))
    const isEmpty = stats.size === 0n
    if (isOwn(stats) || rested >= (isEmpty ? emptyMs : quietMs)) return isEmpty
    if (!isEmpty && (isNamedSince(stats) || now - start > mostWaitMs)) return false
    await pause(lookEveryMs)
  }
}

/** A file that was written elsewhere and then renamed got its name after its text. */
function isNamedSince({ ctimeNs, mtimeNs }: BigIntStats): boolean {
  return ctimeNs > mtimeNs
}

/** Waits briefly for a file that an editor may be deleting to make it again. False where it stays away. */
export async function untilThere(absolute: string): Promise<boolean> {
  const start = performance.now()
  while (lookAt(absolute) === null) {
    if (performance.now() - start > mostWaitMs) return false
    await pause(lookEveryMs)
  }
  return true
}
