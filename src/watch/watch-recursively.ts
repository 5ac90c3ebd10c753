import { lstatSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { TreeSource, TreeSourceOptions } from './tree-source.ts'

/**
 * One watch for the whole tree, as macOS and Windows offer it. A folder that is moved or created is reported by its own
 * path; its contents may have no events of their own.
 */
export function watchRecursively(options: TreeSourceOptions): TreeSource {
  const { root, isIgnored, onPath, onLost, onFailure } = options
  let isClosed = false
  const watcher = watch(root, { persistent: false, recursive: true }, (_, name) => {
    if (isClosed) return
    if (name === null) {
      onLost()
      return
    }
    const path = process.platform === 'win32' ? name.replaceAll('\\', '/') : name
    if (!isLeftOut(path)) onPath(path)
  })
  watcher.on('error', (error) => {
    if (isClosed) return
    close()
    onFailure(error)
  })

  function isLeftOut(path: string): boolean {
    const segments = path.split('/')
    const folders = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
    if (folders.some((folder) => isIgnored(folder, true))) return true
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    // A removed path may have been either.
    if (stats === undefined) return isIgnored(path, true) || isIgnored(path, false)
    return isIgnored(path, stats.isDirectory())
  }

  function close(): void {
    isClosed = true
    watcher.close()
  }

  return { kind: 'native', isBehind: false, watchAgain: () => Promise.resolve(), close }
}
