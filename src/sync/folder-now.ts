import { lstatSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { lookAt } from '../files/read-file.ts'

const leftoverAfterMs = 60_000

/** What lies in a vault's folder at the moment of asking. Paths are relative to it. */
export class FolderNow {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  look(path: string, folders?: Set<string>): Stats | 'nothing' | 'hidden' {
    return lookAt(this.#root, path, folders)
  }

  hasFile(path: string): boolean {
    const found = this.look(path)
    return typeof found === 'object' && found.isFile()
  }

  hasFolder(path: string): boolean {
    const found = this.look(path)
    return typeof found === 'object' && found.isDirectory()
  }

  /** Only when it is certain: what may not be seen is not gone. */
  isGone(path: string): boolean {
    const found = this.look(path)
    return found === 'nothing' || (found !== 'hidden' && !found.isFile())
  }

  /** Throws unless the folder itself can be seen: a vault that is not there has not lost its notes. */
  expectThere(): void {
    lstatSync(this.#root)
  }

  /** A temporary file of a process that was killed: one that is written now is seconds old. */
  removeLeftover(path: string): void {
    const found = this.look(path)
    if (typeof found === 'object' && Date.now() - found.mtimeMs > leftoverAfterMs)
      rmSync(join(this.#root, path), { force: true })
  }
}
