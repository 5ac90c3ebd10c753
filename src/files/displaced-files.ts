import { join } from 'node:path'
import { isInside } from '../model/note-path.ts'
import type { BigIntStats } from 'node:fs'
import { ageOf, isSameFile, isSameTime, lookAt, type OpenFile } from './open-file.ts'

/** What an editor has saved where it does not stay of itself. */
export interface StrayText {
  /** The file as which it was saved, under its present name. */
  readonly path: string
  /**
   * `late`: it went into a file that had made way for another text, and has no name. `covered`: it made way for a moment,
   * and has its place again. Whoever read in that moment may have saved since without it.
   */
  readonly kind: 'late' | 'covered'
  /** What the file held before; null where that was too long to keep. */
  readonly base: Buffer | null
  readonly saved: Buffer
}

interface Displaced {
  readonly path: string
  readonly file: OpenFile
  /** On the clock of `performance.now()`. */
  readonly until: number
}

/** What somebody saved, and others may have saved over without having seen it. */
interface Covered {
  readonly path: string
  /** What the file held before; null where that was too long to keep. */
  readonly base: Buffer | null
  readonly saved: Buffer
  /** The file that had it, which has nothing to fear as long as it is there; null where it had none of its own. */
  readonly stats: BigIntStats | null
}

const watchedMs = 3_000
const coveredMs = 1_000
// Whoever empties a file before writing it, or writes it in pieces, rests in between.
const quietMs = 100
const mostOpen = 64

/**
 * The files that the steps of changes have put out of their places, kept open for some seconds: an editor that had one
 * open may still write into it.
 */
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

  /** `path` is where its text lives on. The file is closed when its time is over. */
  add(path: string, file: OpenFile): void {
    if (file.isClosed) return
    this.#displaced = [...this.#displaced, { path, file, until: performance.now() + watchedMs }]
    const [first] = this.#displaced
    if (first === undefined || this.#displaced.length <= mostOpen || !hasRested(first.file)) return
    this.#close(first)
  }

  /** A text that is looked for again when those who may have overlooked it have saved. */
  addCovered(covered: Covered): void {
    this.#covered = [...this.#covered, { ...covered, until: performance.now() + coveredMs }]
  }

  /** Whether somebody has begun to write into a file that has made way, and its text is not taken yet. */
  get isStirring(): boolean {
    return this.#displaced.some(({ file }) => !isSameTime(file.now(), file.held.stats))
  }

  /** The file at `from`, or a folder around it, is called `to` now. */
  rename(from: string, to: string): void {
    const follow = <Item extends { readonly path: string }>(item: Item): Item =>
      isInside(item.path, from) ? { ...item, path: to + item.path.slice(from.length) } : item
    this.#displaced = this.#displaced.map(follow)
    this.#covered = this.#covered.map(follow)
    this.#strays = this.#strays.map(follow)
  }

  /** What has been found since the last time. `isLast` looks at all that is there without waiting, and closes it. */
  async takeStrays(isLast: boolean): Promise<readonly StrayText[]> {
    const now = isLast ? Infinity : performance.now()
    for (const { path, base, saved, stats } of this.#covered.filter(({ until }) => until <= now)) {
      const found = lookAt(join(this.#root, path))
      const isThere = found !== null && stats !== null && isSameFile(found, stats)
      if (!isThere) this.#strays.push({ path, kind: 'covered', base, saved })
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

  /** What could not be put anywhere yet. */
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
  const { stats, bytes: base, hash, isSettled } = file.held
  const now = file.now()
  if (isSameTime(now, stats) && (isSettled || !isOver)) return null
  // An empty one is about to be written; what it held lives on anyway.
  if (now.size === 0n || (!isLast && ageOf(now) < quietMs)) return null
  const content = await file.read()
  file.accept(content)
  return content.hash === hash || content.bytes === null
    ? null
    : { path, kind: 'late', base, saved: content.bytes }
}

/** Whether nothing was written into it lately. */
function hasRested(file: OpenFile): boolean {
  const now = file.now()
  return isSameTime(now, file.held.stats) || ageOf(now) > watchedMs
}
