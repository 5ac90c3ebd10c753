import { rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { folderIdentity } from '../files/folder-identity.ts'
import { ignoreMatcher } from '../files/ignore-matcher.ts'
import { createIgnoreRules, isIgnoredAnywhere, type IgnoreRules } from '../files/ignore-rules.ts'
import { lookAt } from '../files/read-file.ts'
import { isInNestedVault } from '../files/walk-vault.ts'
import { fileNameOf, isNotePath, typeFileName } from '../model/note-path.ts'
import type { SyncOptions } from './sync-messages.ts'

const leftoverAfterMs = 60_000

/** The vault's folder cannot be reached. */
export class FolderAway extends Error {}

/** What is in a vault's folder now, and which of it belongs to the vault. Paths are vault-relative. */
export class FolderNow {
  readonly ignored: IgnoreRules
  /** Recognises Markdown files that are no notes: documents, and what describes a note type. */
  readonly isNoNote: (path: string) => boolean
  readonly #root: string
  #identity: string

  constructor({ root, identity, ignore, nestedVaults, noNotes = [] }: SyncOptions) {
    this.ignored = createIgnoreRules(ignore, nestedVaults)
    const isDocument = ignoreMatcher(noNotes)
    this.isNoNote = (path) => fileNameOf(path) === typeFileName || isDocument(path)
    this.#root = root
    this.#identity = identity
  }

  /** Takes another folder as the vault's from now on. */
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

  /** Whether a path is ignored or lies in another vault. */
  isLeftOut(path: string): boolean {
    return isIgnoredAnywhere(this.ignored, path) || isInNestedVault(this.#root, path)
  }

  /** Whether a path is certainly gone: something unreadable is not gone. */
  isGone(path: string): boolean {
    const found = this.look(path)
    return found === 'nothing' || (found !== 'hidden' && !found.isFile())
  }

  /** A note is also gone where its folder now holds documents, and a document where it no longer does. */
  isNoteGone(path: string): boolean {
    return this.isNoNote(path) || this.isLeftOut(path) || this.isGone(path)
  }

  isFileGone(path: string): boolean {
    return (isNotePath(path) && !this.isNoNote(path)) || this.isLeftOut(path) || this.isGone(path)
  }

  /** Throws unless the vault's own folder is there: a missing vault has neither lost its notes nor got others. */
  expectThere(): void {
    const found = folderIdentity(this.#root)
    if (found === null) throw new FolderAway('The folder of the vault is not there.')
    if (found !== this.#identity) throw new FolderAway('Another folder lies where the one of the vault was.')
  }

  /** Removes a temporary file of a killed process; one being written now is only seconds old. */
  removeLeftover(path: string): void {
    const found = this.look(path)
    if (typeof found === 'object' && Date.now() - found.mtimeMs > leftoverAfterMs)
      rmSync(join(this.#root, path), { force: true })
  }
}
