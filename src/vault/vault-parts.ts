import { ChangeLog } from '../changes/change-log.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import type { AskIndex } from '../index-db/index-reader.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import type { TextWork } from '../text-work/text-work.ts'
import { expectMerged } from './expect-merged.ts'
import { NoteFinder } from './note-finder.ts'
import { NoteManager } from './note-manager.ts'
import { NoteTypes } from './note-types.ts'
import { NoteWriter } from './note-writer.ts'
import type { TextVault } from './search-lines.ts'
import type { VaultIndex } from './vault-index.ts'

/** What reads and changes notes: a vault has these parts, and each view has its own. */
export interface VaultParts {
  readonly files: VaultFiles
  readonly finder: NoteFinder
  readonly types: NoteTypes
  /** For changes beyond a single note. */
  readonly writer: NoteWriter
  /** Past changes and their undoing. */
  readonly changes: ChangeLog
  readonly notes: NoteManager
}

interface PartOptions {
  readonly door: WriteDoor
  readonly vault: TextVault & { readonly config: VaultConfig; readonly watchesRaw: boolean }
  readonly index: VaultIndex
  /** How the finder queries the index: it also looks into the folder, and reports itself what is not known. */
  readonly find: AskIndex
  readonly textWork: TextWork
}

export function openParts({ door, vault, index, find, textWork }: PartOptions): VaultParts {
  const { config, settings } = vault
  const { files } = door
  const findOnDisk = async (name: string) =>
    await (await import('./find-on-disk.ts')).findOnDisk({ ...vault, files }, name)
  const finder = new NoteFinder({ files, index, ask: find, findOnDisk })
  const types = new NoteTypes(door, config, index)
  const writer = new NoteWriter(door, finder, types, textWork)
  return {
    files,
    finder,
    types,
    writer,
    changes: new ChangeLog(
      door,
      (identifier) => finder.find(identifier),
      (change) => expectMerged(vault.root, change),
    ),
    notes: new NoteManager(door, writer, finder, types, { config, settings, files }, textWork),
  }
}
