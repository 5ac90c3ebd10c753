import { type FSWatcher, lstatSync, readFileSync, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathIn } from '../model/note-path.ts'
import { isTemporaryName } from '../model/temporary-name.ts'
import type { TreeSource, TreeSourceOptions } from './tree-source.ts'
import { errorCode } from '../model/error-code.ts'

/**
 * Watches every folder by itself, as Linux does it. A created folder is watched first and listed afterwards, so that
 * what was written into it before is found by the list and what comes later by its events; a renamed folder is
 * dropped with everything below and taken up again under its new name. Symbolic links are never followed.
 *
 * Resolves when all folders are watched. Rejects when the kernel has no watches left (`ENOSPC`, `EMFILE`).
 */
export async function watchEachFolder(options: TreeSourceOptions): Promise<TreeSource> {
  const tree = new WatchedTree(options)
  await tree.start()
  return tree
}

class WatchedTree implements TreeSource {
  readonly kind = 'native'
  readonly #options: TreeSourceOptions
  readonly #folders = new Map<string, FSWatcher>()
  readonly #mostQueued = longestEventQueue()
  #queued = 0
  /** How often events were lost since all folders were last watched again. */
  #losses = 0
  /** New folders that are being looked through. */
  #adopting = 0
  #isClosed = false
  #isStarting = true
  #failure: Error | null = null

  constructor(options: TreeSourceOptions) {
    this.#options = options
  }

  get isBehind(): boolean {
    return this.#adopting > 0
  }

  async start(): Promise<void> {
    await this.#adopt('', false)
    this.#isStarting = false
    if (this.#failure !== null) throw this.#failure
    if (!this.#folders.has('')) throw new Error('The folder cannot be watched.')
  }

  close(): void {
    this.#isClosed = true
    for (const watcher of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  async #adoptNew(folder: string): Promise<void> {
    this.#adopting += 1
    await this.#adopt(folder, true)
    this.#adopting -= 1
  }

  /**
   * Watches every folder anew that is there now: one that was made, replaced, mounted or renamed while events were lost has no
   * watch, or one that tells of it under another name.
   */
  async watchAgain(): Promise<void> {
    const before = new Set(this.#folders.keys())
    this.#adopting += 1
    await this.#adopt('', false, true)
    this.#adopting -= 1
    // The root's own fate is for others to follow.
    before.delete('')
    for (const folder of before) if (this.#kindNow(folder) !== 'folder') this.#drop(folder)
  }

  /** Watches a folder and all below it. The contents of a new one are reported; at the start nothing is. */
  async #adopt(folder: string, isNew: boolean, isAgain = false): Promise<void> {
    if (!this.#watch(folder)) return
    const entries = await readdir(this.#absolute(folder), { withFileTypes: true }).catch((error: unknown) => {
      this.#refuse(error)
      return []
    })
    for (const entry of entries) {
      if (this.#isClosed) return
      // A file that was there before is no news.
      if (!isNew && !entry.isDirectory()) continue
      const path = pathIn(folder, entry.name)
      if (this.#options.isIgnored(path, entry.isDirectory())) continue
      if (isNew) this.#options.onPath(path)
      if (entry.isDirectory() && (isAgain || !this.#folders.has(path)))
        await this.#adopt(path, isNew, isAgain)
    }
  }

  #watch(folder: string): boolean {
    if (this.#isClosed) return false
    try {
      const watcher = watch(this.#absolute(folder), { persistent: false }, (type, name) => {
        this.#handle(folder, type, name)
      })
      watcher.on('error', (error) => {
        this.#fail(error)
      })
      this.#folders.get(folder)?.close()
      this.#folders.set(folder, watcher)
      return true
    } catch (error) {
      this.#refuse(error)
      return false
    }
  }

  #handle(folder: string, type: 'rename' | 'change', name: string | null): void {
    if (this.#isClosed) return
    this.#countEvent()
    if (name === null) {
      this.#onLost()
      return
    }
    // Each of our own writes creates one, and a plan makes many: the file that it replaces is the news.
    if (isTemporaryName(name)) return
    const path = pathIn(folder, name)
    if (type === 'change') {
      if (!this.#options.isIgnored(path, false)) this.#options.onPath(path)
      return
    }
    const kind = this.#kindNow(path)
    // A folder that is removed or moved reports itself from within, by its own name.
    if (folder === '' && kind === 'absent' && name === basename(this.#options.root)) {
      this.#options.onRootMoved()
      return
    }
    const wasFolder = this.#folders.has(path)
    if (wasFolder) this.#drop(path)
    if (this.#options.isIgnored(path, wasFolder || kind === 'folder')) return
    this.#options.onPath(path)
    if (kind === 'folder') void this.#adoptNew(path)
  }

  #drop(folder: string): void {
    for (const [path, watcher] of this.#folders) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      this.#folders.delete(path)
    }
  }

  // Synchronous: it takes microseconds on a local disk, and other disks are polled; waiting would let events overtake
  // it.
  #kindNow(path: string): 'folder' | 'file' | 'absent' {
    try {
      const found = lstatSync(this.#absolute(path), { throwIfNoEntry: false })
      return found === undefined ? 'absent' : found.isDirectory() ? 'folder' : 'file'
    } catch {
      return 'absent'
    }
  }

  // The kernel silently drops what its queue cannot hold: half a queue of events at once suggests that this may have
  // happened.
  #countEvent(): void {
    if (this.#queued === 0) {
      setImmediate(() => {
        if (this.#queued >= this.#mostQueued / 2) this.#onLost()
        this.#queued = 0
      }).unref()
    }
    this.#queued += 1
  }

  /** Tells of it once every folder is watched: whoever looks then sees what has changed before. */
  #onLost(): void {
    if (this.#isClosed) return
    this.#losses += 1
    if (this.#losses === 1) void this.#recover()
  }

  async #recover(): Promise<void> {
    for (let known = 0; known < this.#losses;) {
      known = this.#losses
      await this.watchAgain()
      if (this.#isClosed) return
      this.#options.onLost()
    }
    this.#losses = 0
  }

  /** A folder that is gone again or may not be read is left out; a lack of watches ends the source. */
  #refuse(error: unknown): void {
    if (['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'].includes(errorCode(error))) this.#fail(error)
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.close()
    if (!this.#isStarting) this.#options.onFailure(error)
    else this.#failure = error instanceof Error ? error : new Error(String(error))
  }

  #absolute(path: string): string {
    return join(this.#options.root, path)
  }
}

function longestEventQueue(): number {
  try {
    const limit = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'))
    return limit > 0 ? limit : 16384
  } catch {
    return 16384
  }
}
