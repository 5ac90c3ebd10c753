import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathIn } from '../model/note-path.ts'
import type { TreeSource, TreeSourceOptions } from './tree-source.ts'
import { errorCode } from '../model/error-code.ts'

/** What tells of each file whether it has changed. Equal marks mean "not changed". */
type Marks = ReadonlyMap<string, string>

const folderMark = 'folder'

/**
 * Looks at every file again and again, for drives that send no events. The pause is a second or ten times what the
 * last look took, whichever is longer, so that a large vault on a slow drive costs a tenth of one core at most.
 *
 * Resolves after the first look; rejects when the root cannot be read.
 */
export async function watchByPolling(options: TreeSourceOptions): Promise<TreeSource> {
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  const start = performance.now()
  let marks: Marks = await readMarks(options, new Map())
  pause(performance.now() - start)

  async function look(): Promise<void> {
    const start = performance.now()
    // An unreadable root is tried again: nothing below it counts as removed.
    const next = await readMarks(options, marks).catch(() => marks)
    if (isClosed) return
    for (const path of changedPaths(marks, next)) options.onPath(path)
    marks = next
    pause(performance.now() - start)
  }

  function pause(lookMs: number): void {
    timer = setTimeout(() => void look(), Math.max(1000, 10 * lookMs)).unref()
  }

  return {
    kind: 'polling',
    // What changed since its last look is not reported yet.
    isBehind: true,
    watchAgain: () => Promise.resolve(),
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

async function readMarks(options: TreeSourceOptions, before: Marks): Promise<Marks> {
  const marks = new Map<string, string>()
  await readFolder('')
  return marks

  async function readFolder(folder: string): Promise<void> {
    const entries = await readdir(join(options.root, folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (folder === '') throw error
        // An unreadable folder keeps what it had; a missing one is gone.
        if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) keepFolder(folder)
        return []
      },
    )
    const files: string[] = []
    for (const entry of entries) {
      const path = pathIn(folder, entry.name)
      if (options.isIgnored(path, entry.isDirectory())) continue
      if (entry.isDirectory()) {
        marks.set(path, folderMark)
        await readFolder(path)
      } else files.push(path)
    }
    for (let at = 0; at < files.length; at += 64) await Promise.all(files.slice(at, at + 64).map(readFile))
  }

  async function readFile(path: string): Promise<void> {
    try {
      const { mtimeMs, ctimeMs, ino, size } = await lstat(join(options.root, path))
      marks.set(path, `${mtimeMs}:${ctimeMs}:${ino}:${size}`)
    } catch {
      // Removed between the listing and the look: its absence is reported.
    }
  }

  function keepFolder(folder: string): void {
    for (const [path, mark] of before) if (path.startsWith(`${folder}/`)) marks.set(path, mark)
  }
}

function changedPaths(before: Marks, now: Marks): readonly string[] {
  const changed = [...now].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path)
  const removed = [...before.keys()].filter((path) => !now.has(path))
  return [...changed, ...removed]
}
