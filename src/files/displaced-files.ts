import { join } from 'node:path'
import { isInside } from '../model/note-path.ts'
import type { BigIntStats } from 'node:fs'
import { isSameFile, isSameTime } from './at-rest.ts'
import { ageOf, lookAt, type OpenFile } from './open-file.ts'

/** A text that an editor saved where it would otherwise be lost. */
export interface StrayText {
  /** The path under which the file now stands. */
  readonly path: string
  /**
   * `late`: written into a file that a change had already replaced, so it has no name. `covered`: replaced for a moment
   * and then put back; an editor that read in between may have saved without having seen it.
   */
  readonly kind: 'late' | 'covered'
  /** What the file held before; null where that was too long to keep. */
  readonly base: Buffer | null
  readonly saved: Buffer
  /** The permissions of the file. */
  readonly mode: number
}

interface Displaced {
  readonly path: string
  readonly file: OpenFile
  /** Time of `performance.now()`. */
  readonly until: number
}

/** A saved text that an editor may overwrite without having seen it. */
interface Covered extends Omit<StrayText, 'kind'> {
  /** The file that holds the text, which is safe as long as that file exists; null where it has none. */
  readonly stats: BigIntStats | null
}

const watchedMs = 3_000
const coveredMs = 1_000
// An editor that empties a file first, or writes in pieces, pauses between its writes.
const quietMs = 100
const mostOpen = 64
// As long as a write takes to answer, and more.
const recentMs = 500

/** The files that changes have replaced, open for some seconds: an editor that had one open may still write into it. */
export class DisplacedFiles {
  readonly #root: string
  #displaced: readonly Displaced[] = []
  #covered: readonly (Covered & { readonly until: number })[] = []
  #strays: StrayText[] = []
  #closed: Promise<unknown> = Promise.resolve()

  constructor(root: string) {
    this.#root = root
  }

  get isEmpty(): boolean {
    return this.#displaced.length + this.#covered.length + this.#strays.length === 0
  }

  /** Keeps a file until its time is over, then closes it. `path` is where its text now stands. */
  add(path: string, file: OpenFile): void {
    if (file.isClosed) return
    this.#displaced = [...this.#displaced, { path, file, until: performance.now() + watchedMs }]
    const [first] = this.#displaced
    if (first === undefined || this.#displaced.length <= mostOpen || !hasRested(first.file)) return
    this.#close(first)
  }

  /** Adds a text to be checked again once the editors that may have missed it have saved. */
  addCovered(covered: Covered): void {
    this.#covered = [...this.#covered, { ...covered, until: performance.now() + coveredMs }]
  }

  /**
   * Whether an editor has begun to write into a file that was replaced just now, and its text has not been taken yet. Into
   * those of before it is looked every now and then.
   */
  get isStirring(): boolean {
    const since = performance.now() + watchedMs - recentMs
    return this.#displaced.some(
      ({ file, until }) => until > since && !isSameTime(file.now(), file.held.stats),
    )
  }

  /** Follows a move of the file at `from`, or of a folder above it, to `to`. */
  rename(from: string, to: string): void {
    const follow = <Item extends { readonly path: string }>(item: Item): Item =>
      isInside(item.path, from) ? { ...item, path: to + item.path.slice(from.length) } : item
    this.#displaced = this.#displaced.map(follow)
    this.#covered = this.#covered.map(follow)
    this.#strays = this.#strays.map(follow)
  }

  /** Returns what was found since the last call. `isLast` takes all at once, without waiting, and closes the files. */
  async takeStrays(isLast: boolean): Promise<readonly StrayText[]> {
    const now = isLast ? Infinity : performance.now()
    for (const { path, base, saved, mode, stats } of this.#covered.filter(({ until }) => until <= now)) {
      const found = lookAt(join(this.#root, path))
      const isThere = found !== null && stats !== null && isSameFile(found, stats)
      if (!isThere) this.#strays.push({ path, kind: 'covered', base, saved, mode })
    }
    this.#covered = this.#covered.filter(({ until }) => until > now)
    for (const one of this.#displaced) {
      const isOver = one.until <= now
      const stray = await lookInto(one, { isOver, isLast })
      if (stray !== null) this.#strays.push(stray)
      if (isOver && (isLast || hasRested(one.file))) this.#close(one)
    }
    await this.#closed
    return this.#strays.splice(0)
  }

  /** Takes back texts that could not be saved anywhere yet. */
  giveBack(strays: readonly StrayText[]): void {
    this.#strays.push(...strays)
  }

  #close(one: Displaced): void {
    this.#closed = Promise.all([this.#closed, one.file.closeElsewhere()])
    this.#displaced = this.#displaced.filter((other) => other !== one)
  }
}

async function lookInto(
  { path, file }: Displaced,
  { isOver, isLast }: { readonly isOver: boolean; readonly isLast: boolean },
): Promise<StrayText | null> {
  const { stats, hash, isSettled } = file.held
  const now = file.now()
  if (isSameTime(now, stats) && (isSettled || !isOver)) return null
  // An empty file is about to be written; what it held is kept elsewhere anyway.
  if (now.size === 0n || (!isLast && ageOf(now) < quietMs)) return null
  const { bytes: base } = file.held
  const content = await file.read()
  file.accept(content)
  return content.hash === hash || content.bytes === null
    ? null
    : { path, kind: 'late', base, saved: content.bytes, mode: modeOf(content.stats) }
}

export function modeOf({ mode }: BigIntStats): number {
  return Number(mode) & 0o777
}

function hasRested(file: OpenFile): boolean {
  const now = file.now()
  return isSameTime(now, file.held.stats) || ageOf(now) > watchedMs
}
