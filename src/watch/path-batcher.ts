export interface PathBatcherOptions {
  readonly onPaths: (paths: readonly string[]) => void
  readonly onOverflow: () => void
  /** Whether more is certain to come, so that a batch waits, unless it is hurried. */
  readonly isHeld?: () => boolean
  /** Milliseconds without a new path after which a batch goes out. */
  readonly quietMs?: number
  /** Milliseconds after which a batch goes out in any case. */
  readonly maxWaitMs?: number
  /** Milliseconds that a batch is held at most. */
  readonly maxHeldMs?: number
  /** More paths than this become an overflow. */
  readonly maxPaths?: number
}

export interface PathBatcher {
  /** When the first of what waits came, or of what is being handed out, on the clock of `performance.now()`; null where nothing does. */
  readonly waitingSince: number | null
  add(path: string): void
  /** Replaces the paths collected so far, and those still coming in this burst, by one overflow. */
  overflow(): void
  /** Hands out what waits; false where that is an overflow, which keeps its time. */
  hurry(): boolean
  /** Drops what is still waiting. */
  close(): void
}

// A burst too large to list causes a full scan: seldom while it lasts, and once more when it has ended.
const maxOverflowWaitMs = 2000

/** Gathers paths into batches without duplicates, so that a checkout of thousands of files is a few batches. */
export function createPathBatcher(options: PathBatcherOptions): PathBatcher {
  const { onPaths, onOverflow, isHeld, quietMs = 40, maxWaitMs = 200, maxPaths = 5000 } = options
  const { maxHeldMs = 10_000 } = options
  const paths = new Set<string>()
  let isOverflowing = false
  let heldAt: number | null = null
  let hasEnded = false
  let firstAt = 0
  let waitingSince: number | null = null
  let timer: NodeJS.Timeout | null = null

  function wait(): void {
    waitingSince ??= performance.now()
    if (timer === null) {
      firstAt = performance.now()
      timer = setTimeout(flushUnlessHeld, quietMs).unref()
      return
    }
    const waited = performance.now() - firstAt
    if (waited + quietMs < (isOverflowing ? maxOverflowWaitMs : maxWaitMs)) timer.refresh()
  }

  function flushUnlessHeld(): void {
    const now = performance.now()
    const holds = isHeld?.() === true
    if (holds) heldAt ??= now
    // Once more after the hold has ended: the last of it may still be on its way.
    if (heldAt === null || now - heldAt >= maxHeldMs || (hasEnded && !holds)) {
      flush()
      return
    }
    hasEnded = !holds
    firstAt = now
    timer = setTimeout(flushUnlessHeld, quietMs).unref()
  }

  function flush(): void {
    timer = null
    heldAt = null
    hasEnded = false
    const batch = [...paths]
    paths.clear()
    if (isOverflowing) {
      isOverflowing = false
      onOverflow()
    } else if (batch.length > 0) onPaths(batch)
    waitingSince = null
  }

  return {
    get waitingSince() {
      return waitingSince
    },
    add(path) {
      if (!isOverflowing) paths.add(path)
      if (paths.size > maxPaths) {
        paths.clear()
        isOverflowing = true
      }
      wait()
    },
    overflow() {
      paths.clear()
      isOverflowing = true
      wait()
    },
    hurry() {
      if (isOverflowing) return false
      if (timer !== null) {
        clearTimeout(timer)
        flush()
      }
      return true
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waitingSince = null
      paths.clear()
      isOverflowing = false
    },
  }
}
