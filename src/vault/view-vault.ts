import { ChangeLog } from './change-log.ts'
import type { FileChange } from './change-plan.ts'
import { NoteManager } from './note-manager.ts'
import { NoteTypes } from './note-types.ts'
import { NoteWriter } from './note-writer.ts'
import type { VaultContext } from './vault-context.ts'
import type { WriteDoor } from './write-changes.ts'

export interface ViewOptions {
  /** Told of every change that would be made; nothing is made then. */
  readonly foresee?: (changes: readonly FileChange[]) => void
}

/** A vault as a call sees it that may do less: with `foresee` every change ends with its plan. */
export function viewVault(vault: VaultContext, given: WriteDoor, options: ViewOptions): VaultContext {
  const { foresee } = options
  const door: WriteDoor =
    foresee === undefined ? given : { ...given, foresee, locked: (work) => work({ isMine: () => true }) }
  const { files, finder, config, settings } = vault
  const types = new NoteTypes(
    door,
    config,
    () => (vault.hasIndex ? vault.index : null),
    () => vault.settled(),
  )
  const writer = new NoteWriter(door, finder, types)
  const nothing = async () => undefined
  return {
    id: vault.id,
    name: vault.name,
    description: vault.description,
    root: vault.root,
    config,
    settings,
    settingsProblems: vault.settingsProblems,
    nestedVaults: vault.nestedVaults,
    files,
    finder,
    types,
    writer,
    notes: new NoteManager(door, writer, finder, types, { config, settings, files }),
    changes: new ChangeLog(door, finder),
    vectors: vault.vectors,
    embedding: vault.embedding,
    get index() {
      return vault.index
    },
    get hasIndex() {
      return vault.hasIndex
    },
    get indexFile() {
      return vault.indexFile
    },
    get watching() {
      return vault.watching
    },
    get freshness() {
      return vault.freshness
    },
    get isBroken() {
      return vault.isBroken
    },
    query: (run) => vault.query(run),
    runSql: (request, limits) => vault.runSql(request, limits),
    settled: (withinMs) => vault.settled(withinMs),
    refresh: (folder) => vault.refresh(folder),
    onChanged: (listener) => vault.onChanged(listener),
    view: (more) => viewVault(vault, given, { ...options, ...more }),
    close: () => vault.close(),
    ...(foresee === undefined
      ? {
          backUp: (path: string, text: string) => vault.backUp(path, text),
          rebuildIndex: vault.rebuildIndex.bind(vault),
          forgetVectors: () => vault.forgetVectors(),
        }
      : { backUp: nothing, rebuildIndex: async () => ({ read: 0 }), forgetVectors: nothing }),
  }
}
