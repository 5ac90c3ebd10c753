import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { fileNameOf, folderOf, pathIn } from '../../src/model/note-path.ts'

/** A vault on a drive that does not tell case apart: a file or a folder is found under its name in any case. */
export class CaseBlindFiles extends VaultFiles {
  readonly #folder: string

  constructor(folder: string) {
    super(folder)
    this.#folder = folder
  }

  override look: VaultFiles['look'] = (path, known) => super.look(this.#stored(path), known)

  override isSameEntry: VaultFiles['isSameEntry'] = (path, other) =>
    Promise.resolve(this.#stored(path) === this.#stored(other))

  override move: VaultFiles['move'] = (path, ...rest) => super.move(this.#stored(path), ...rest)

  override moveFolder: VaultFiles['moveFolder'] = (path, ...rest) =>
    super.moveFolder(this.#stored(path), ...rest)

  /** The path as it is written on the drive. */
  #stored(path: string): string {
    const names = readdirSync(dirname(join(this.#folder, path)))
    const name = names.find((one) => one.toLowerCase() === fileNameOf(path).toLowerCase())
    return name === undefined ? path : pathIn(folderOf(path), name)
  }
}
