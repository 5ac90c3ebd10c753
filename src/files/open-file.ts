import { type BigIntStats, close, closeSync, fstatSync, lstatSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ContentHash } from '../model/ids.ts'
import { hasSettled, isSameFile, isSameTime, isStill, isUntouched, type KnownContent } from './at-rest.ts'
import { type FileAttributes, readAttributes } from './file-attributes.ts'
import { hashOpenFile } from './hash-file.ts'
import { fewBytes, openForReading } from './read-bytes.ts'
import { isMissing } from './read-text.ts'

/** What a file held at one moment. */
export interface HeldContent {
  readonly stats: BigIntStats
  readonly hash: ContentHash
  /** Null for a file too large to hold. */
  readonly bytes: Buffer | null
  /** False where the file is so fresh that its time might not show another write. */
  readonly isSettled: boolean
}

const closedElsewhere = promisify(close)

const mostReadings = 5

/** A file that stays open, so that writes to it are noticed even after it is renamed or loses its name. */
export class OpenFile {
  readonly #file: number
  /** The link through which it was found; null where its own name led to it. */
  readonly #link: BigIntStats | null
  #held: HeldContent
  #isClosed = false

  /** A file that is as it was when `known` was read is not read again. */
  static async open(absolute: string, known: KnownContent = {}): Promise<OpenFile> {
    const entry = lookAt(absolute)
    const file = openForReading(absolute)
    try {
      const link = entry?.isSymbolicLink() === true ? entry : null
      return new OpenFile(file, link, recognised(file, known) ?? shortened(await readContent(file)))
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

  /** The content as last read, with its bytes where it is as short as most notes. */
  get held(): HeldContent {
    return this.#held
  }

  /** Whether the path leads to this very file, and neither its content nor its attributes have changed. */
  isUntouchedAt(absolute: string): boolean {
    if (this.#link !== null && !isSameTime(this.now(), this.#held.stats)) return false
    const was = this.#link ?? this.#held.stats
    const now = lookAt(absolute)
    return now !== null && isUntouched(now, was)
  }

  /** Whether the path leads to this very file, through the same link where there was one. */
  isAt(absolute: string): boolean {
    const now = lookAt(absolute)
    return now !== null && isSameFile(now, this.#link ?? this.#held.stats)
  }

  /** Whether the file still holds what was read, under whatever name. */
  async isUnchanged(): Promise<boolean> {
    if (this.#held.isSettled && isSameTime(this.now(), this.#held.stats)) return true
    const { hash } = this.#held
    const read = await this.read()
    if (read.hash !== hash) return false
    this.accept(read)
    return true
  }

  /** The file's stats now. */
  now(): BigIntStats {
    return fstatSync(this.#file, { bigint: true })
  }

  /** What a file that takes its place gets of its extended attributes and access list. */
  attributes(): FileAttributes {
    return readAttributes(this.#file)
  }

  async read(): Promise<HeldContent> {
    return await readContent(this.#file)
  }

  /** Takes this as the content read last. */
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
    await closedElsewhere(this.#file).catch(() => undefined)
  }
}

export async function contentOf(absolute: string): Promise<HeldContent> {
  const file = openForReading(absolute)
  try {
    return await readContent(file)
  } finally {
    closeSync(file)
  }
}

/** The stats of what is at a path; null where nothing is. Links are not followed. */
export function lookAt(absolute: string): BigIntStats | null {
  try {
    return lstatSync(absolute, { bigint: true })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Milliseconds since the last write to a file. */
export function ageOf({ mtimeNs }: BigIntStats): number {
  return Date.now() - Number(mtimeNs / 1_000_000n)
}

/** Reads again if the file is written meanwhile, so that no half-written text comes back. */
async function readContent(file: number): Promise<HeldContent> {
  for (let reading = 1; ; reading++) {
    const stats = fstatSync(file, { bigint: true })
    const readAt = Date.now()
    const { hash, bytes } = await hashOpenFile(file, Number(stats.size))
    if (!isSameTime(stats, fstatSync(file, { bigint: true })) && reading < mostReadings) continue
    return { stats, hash, bytes, isSettled: hasSettled(stats, readAt) }
  }
}

/** What an open file holds, if it has been left alone since that was read. */
function recognised(file: number, known: KnownContent): HeldContent | null {
  if (known.atRest === undefined) return null
  const stats = fstatSync(file, { bigint: true })
  if (!isStill(known, stats)) return null
  const { hash, text } = known.atRest
  const bytes = stats.size <= fewBytes ? () => Buffer.from(text) : () => null
  return {
    stats,
    hash,
    isSettled: true,
    get bytes() {
      return bytes()
    },
  }
}

function shortened(content: HeldContent): HeldContent {
  const isShort = content.bytes !== null && content.bytes.length <= fewBytes
  return isShort ? content : { ...content, bytes: null }
}
