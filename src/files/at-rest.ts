import { type BigIntStats, fstatSync } from 'node:fs'
import type { ContentHash } from '../model/ids.ts'

/** A text as it was read from a file that had been left alone for so long that any later write shows in its stats. */
export interface AtRest {
  readonly stats: BigIntStats
  readonly text: string
  readonly hash: ContentHash
}

/** What a caller knows of a file's content. */
export interface KnownContent {
  readonly text?: string | null
  readonly hash?: ContentHash
  readonly atRest?: AtRest | undefined
}

// File systems' clocks tick every 10 ms at the slowest, except those that count in seconds or pairs of seconds.
const tickNs = 20_000_000n
const secondNs = 1_000_000_000n

/** Whether a file had rested at a time (in milliseconds) for so long that another write would have given it another time. */
export function hasSettled({ mtimeNs }: BigIntStats, atMs: number): boolean {
  return BigInt(atMs) * 1_000_000n - mtimeNs > (mtimeNs % secondNs === 0n ? 2n * secondNs + tickNs : tickNs)
}

/** The stats of an open file that is about to be read; null where it may just have been written. */
export function statsAtRest(file: number): BigIntStats | null {
  const stats = fstatSync(file, { bigint: true })
  return hasSettled(stats, Date.now()) ? stats : null
}

/** Whether a file whose stats are these now still holds what is known: then it need not be read again. */
export function isStill({ text, hash, atRest }: KnownContent, now: BigIntStats): boolean {
  return (
    atRest !== undefined &&
    atRest.text === text &&
    atRest.hash === hash &&
    now.isFile() &&
    isUntouched(now, atRest.stats)
  )
}

/** Whether both looks saw one file, and nothing was done to it in between, neither to its content nor to its attributes. */
export function isUntouched(a: BigIntStats, b: BigIntStats): boolean {
  return isSameFile(a, b) && isSameTime(a, b) && a.ctimeNs === b.ctimeNs
}

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev
}

/** Whether nothing was written between the two looks. */
export function isSameTime(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs
}

/** Whether what was at a path is there still, and nothing was written into it. */
export function isAsBefore(before: BigIntStats | null, now: BigIntStats | null): boolean {
  return before !== null && now !== null && isSameFile(before, now) && isSameTime(before, now)
}
