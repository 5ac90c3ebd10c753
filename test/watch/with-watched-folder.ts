import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '../../src/model/log.ts'
import { type FolderWatcher, watchFolder } from '../../src/watch/watch-folder.ts'
import { until } from '../support/until.ts'

export interface WatchedFolder {
  readonly root: string
  readonly watcher: FolderWatcher
  readonly batches: (readonly string[])[]
  readonly warnings: string[]
  readonly overflows: () => number
  readonly seen: () => Set<string>
  /** Forgets what was seen so far, once nothing more comes. */
  readonly settle: () => Promise<void>
  readonly at: (path: string) => string
  readonly write: (path: string, text?: string) => void
  readonly reported: (...paths: string[]) => Promise<void>
}

export interface WatchedFolderOptions {
  readonly files?: Readonly<Record<string, string>>
  readonly ignore?: (path: string, isFolder: boolean) => boolean
  readonly poll?: boolean
  /** Runs in the folder before it is watched. */
  readonly prepare?: (root: string) => void
  readonly waitForGitMs?: number
}

const quiet = () => undefined
export const silentLog: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A real folder under watch; both are gone afterwards. */
export async function withWatchedFolder(
  { files = {}, ignore = () => false, poll = false, prepare, waitForGitMs }: WatchedFolderOptions,
  run: (folder: WatchedFolder) => Promise<void>,
): Promise<void> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'flint-watch-')))
  const root = join(parent, 'vault')
  mkdirSync(root)
  const at = (path: string) => join(root, path)
  const write = (path: string, text = 'text\n') => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  prepare?.(root)
  const batches: (readonly string[])[] = []
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (message) => warnings.push(message) }
  let overflows = 0
  const watcher = await watchFolder({
    root,
    ignore,
    poll,
    log,
    ...(waitForGitMs !== undefined && { waitForGitMs }),
    onPaths: (paths) => batches.push(paths),
    onOverflow: () => (overflows += 1),
  })
  const seen = () => new Set(batches.flat())
  const reported = (...paths: string[]) =>
    until(`${paths.slice(0, 3).join(', ')} reported`, () => {
      const all = seen()
      return paths.every((path) => all.has(path))
    })
  let marks = 0
  const settle = async () => {
    // Events come in order: when the mark is there, what was before it is there too.
    const mark = `mark-${(marks += 1)}.md`
    write(mark)
    await reported(mark)
    batches.length = 0
  }
  try {
    await run({
      root,
      watcher,
      batches,
      warnings,
      overflows: () => overflows,
      seen,
      settle,
      at,
      write,
      reported,
    })
  } finally {
    await watcher.close()
    rmSync(parent, { recursive: true, force: true })
  }
}
