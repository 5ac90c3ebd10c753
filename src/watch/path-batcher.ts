export interface PathBatcherOptions {
  readonly onPaths: (paths: readonly string[]) => void
  readonly onOverflow: () => void
  /** A batch goes out when nothing was added for this long, */
  readonly quietMs?: number
  /** or when its first path has waited this long. */
  readonly maxWaitMs?: number
  /** More paths than this are no list any more. */
  readonly maxPaths?: number
}

export interface PathBatcher {
  add(path: string): void
  /** The paths collected so far, and those still coming in this burst, are answered by one overflow. */
  overflow(): void
  /** What is still waiting is dropped. */
  close(): void
}

// A burst too large to list is looked at whole: seldom while it lasts, and once more when it has ended.
const maxOverflowWaitMs = 2000

/** Gathers paths into batches without doubles, so that a checkout of thousands of files is a few batches. */
export function createPathBatcher(options: PathBatcherOptions): PathBatcher {
  const { onPaths, onOverflow, quietMs = 40, maxWaitMs = 200, maxPaths = 5000 } = options
  const paths = new Set<string>()
  let isOverflowing = false
  let firstAt = 0
  let timer: NodeJS.Timeout | null = null

  function wait(): void {
    if (timer === null) {
      firstAt = performance.now()
      timer = setTimeout(flush, quietMs).unref()
      return
    }
    const waited = performance.now() - firstAt
    if (waited + quietMs < (isOverflowing ? maxOverflowWaitMs : maxWaitMs)) timer.refresh()
  }

  function flush(): void {
    timer = null
    const batch = [...paths]
    paths.clear()
    if (isOverflowing) {
      isOverflowing = false
      onOverflow()
    } else if (batch.length > 0) onPaths(batch)
  }

  return {
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
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      paths.clear()
      isOverflowing = false
    },
  }
}
