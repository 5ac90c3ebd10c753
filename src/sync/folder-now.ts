import { rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { lookAt } from '../files/read-file.ts'

const leftoverAfterMs = 60_000

/** The vault's folder is not to be had. */
export class FolderAway extends Error {}

/** What lies in a vault's folder at the moment of asking. Paths are relative to it. */
export class FolderNow {
  readonly #root: string
  #identity: string

  /** `identity` is that of the folder that is the vault's: no other is looked into. */
  constructor(root: string, identity: string) {
    this.#root = root
    this.#identity = identity
  }

  /** From now on another folder is the vault's. */
  accept(identity: string): void {
    this.#identity = identity
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

  /** Throws unless the vault's own folder is there: a vault that is not has neither lost its notes nor got others. */
  expectThere(): void {
    const found = folderIdentity(this.#root)
    if (found === null) throw new FolderAway('The folder of the vault is not there.')
    if (found !== this.#identity) throw new FolderAway('Another folder lies where the one of the vault was.')
  }

  /** A temporary file of a process that was killed: one that is written now is seconds old. */
  removeLeftover(path: string): void {
    const found = this.look(path)
    if (typeof found === 'object' && Date.now() - found.mtimeMs > leftoverAfterMs)
      rmSync(join(this.#root, path), { force: true })
  }
}
