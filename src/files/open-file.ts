import { type BigIntStats, close, closeSync, fstatSync, lstatSync } from 'node:fs'
import type { ContentHash } from '../model/ids.ts'
import { hashOpenFile } from './hash-file.ts'
import { fewBytes, openForReading } from './read-bytes.ts'
import { isMissing } from './read-text.ts'

/** What a file held at one moment. */
export interface HeldContent {
  readonly stats: BigIntStats
  readonly hash: ContentHash
  /** Null for a file that is too large for that. */
  readonly bytes: Buffer | null
  /** False where it was written so shortly before that its time would not tell of another write. */
  readonly isSettled: boolean
}

// The clocks of file systems tick every 10 ms at the slowest, but for those that count whole seconds, or pairs of them.
const tickNs = 20_000_000n
const secondNs = 1_000_000_000n
const mostReadings = 5

/** A file that stays open: what is written into it is noticed, whatever it is called by then, and if it has no name. */
export class OpenFile {
  readonly #file: number
  /** The link by which it was found; null where its own name led to it. */
  readonly #link: BigIntStats | null
  #held: HeldContent
  #isClosed = false

  static async open(absolute: string): Promise<OpenFile> {
    const entry = lookAt(absolute)
    const file = openForReading(absolute)
    try {
      const link = entry?.isSymbolicLink() === true ? entry : null
      return new OpenFile(file, link, shortened(await readContent(file)))
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  private constructor(file: number, link: BigIntStats | null, held: HeldContent) {
    this.#file = file
    this.#link = link
    this.#held = held
  }

  /** As it was when it was read last; with its bytes where it is as short as most notes. */
  get held(): HeldContent {
    return this.#held
  }

  /** Whether the path leads to this very file, and neither its content nor anything about it has been touched. */
  isUntouchedAt(absolute: string): boolean {
    if (this.#link !== null && !isSameTime(this.now(), this.#held.stats)) return false
    const was = this.#link ?? this.#held.stats
    const now = lookAt(absolute)
    return now !== null && isSameFile(now, was) && isSameTime(now, was) && now.ctimeNs === was.ctimeNs
  }

  /** Whether the path leads to this very file, by the same link where it was one. */
  isAt(absolute: string): boolean {
    const now = lookAt(absolute)
    return now !== null && isSameFile(now, this.#link ?? this.#held.stats)
  }

  /** Whether it still holds what was read, whatever has become of its names. */
  async isUnchanged(): Promise<boolean> {
    if (this.#held.isSettled && isSameTime(this.now(), this.#held.stats)) return true
    const { hash } = this.#held
    const read = await this.read()
    if (read.hash !== hash) return false
    this.accept(read)
    return true
  }

  /** How it looks at this moment. */
  now(): BigIntStats {
    return fstatSync(this.#file, { bigint: true })
  }

  async read(): Promise<HeldContent> {
    return await readContent(this.#file)
  }

  /** From now on this counts as what it held. */
  accept(content: HeldContent): void {
    this.#held = shortened(content)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file)
    this.#isClosed = true
  }

  /** Closes it in another thread: where that frees the bytes of a file without a name, it takes a while. Never rejects. */
  async closeElsewhere(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await new Promise<void>((resolve) => {
      close(this.#file, () => {
        resolve()
      })
    })
  }
}

/** What a file holds at this moment. */
export async function contentOf(absolute: string): Promise<HeldContent> {
  const file = openForReading(absolute)
  try {
    return await readContent(file)
  } finally {
    closeSync(file)
  }
}

/** How what a path leads to looks at this moment; null where nothing is. Links are not followed. */
export function lookAt(absolute: string): BigIntStats | null {
  try {
    return lstatSync(absolute, { bigint: true })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev
}

/** Whether nothing was written between the two moments. */
export function isSameTime(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs
}

/** Milliseconds since something was last written into a file. */
export function ageOf({ mtimeNs }: BigIntStats): number {
  return Date.now() - Number(mtimeNs / 1_000_000n)
}

/** What somebody writes meanwhile would be read by halves: then it is read again. */
async function readContent(file: number): Promise<HeldContent> {
  for (let reading = 1; ; reading++) {
    const stats = fstatSync(file, { bigint: true })
    const readAt = BigInt(Date.now()) * 1_000_000n
    const { hash, bytes } = await hashOpenFile(file, Number(stats.size))
    if (!isSameTime(stats, fstatSync(file, { bigint: true })) && reading < mostReadings) continue
    const tick = stats.mtimeNs % secondNs === 0n ? 2n * secondNs + tickNs : tickNs
    return { stats, hash, bytes, isSettled: readAt - stats.mtimeNs > tick }
  }
}

function shortened(content: HeldContent): HeldContent {
  const isShort = content.bytes !== null && content.bytes.length <= fewBytes
  return isShort ? content : { ...content, bytes: null }
}
