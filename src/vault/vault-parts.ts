import type { AskIndex } from '../index-db/index-reader.ts'
import type { VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { ChangeLog } from '../changes/change-log.ts'
import type { NoteFinder } from './note-finder.ts'
import { NoteManager } from './note-manager.ts'
import { NoteTypes } from './note-types.ts'
import { NoteWriter } from './note-writer.ts'
import type { TextWork } from '../text-work/text-work.ts'
import type { WriteDoor } from '../changes/write-changes.ts'

interface PartOptions {
  readonly finder: NoteFinder
  readonly config: VaultConfig
  readonly settings: VaultSettings
  readonly ask: AskIndex
  readonly settled: () => Promise<void>
  readonly textWork: TextWork
}

/** What reads and changes notes through a door: a vault has these, and each view of it has its own. */
export interface VaultParts {
  readonly types: NoteTypes
  readonly writer: NoteWriter
  readonly changes: ChangeLog
  readonly notes: NoteManager
}

export function openParts(
  door: WriteDoor,
  { finder, config, settings, ask, settled, textWork }: PartOptions,
): VaultParts {
  const types = new NoteTypes(door, config, ask, settled)
  const writer = new NoteWriter(door, finder, types, textWork)
  const rules = { config, settings, files: door.files }
  return {
    types,
    writer,
    changes: new ChangeLog(door, (identifier) => finder.find(identifier)),
    notes: new NoteManager(door, writer, finder, types, rules, textWork),
  }
}
