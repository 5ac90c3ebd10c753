import { folderOf } from '../model/note-path.ts'
import type { FileChange, Move, Replacement } from './change-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { VaultFiles } from '../files/vault-files.ts'

/** Follows the steps of a plan while they are taken. Throwing ends the work before the next step. */
export interface StepWatcher {
  /** Before any of the steps up to `end` begins. */
  readonly reach: (end: number) => void
  /** Just before a step changes a file under its own name. */
  readonly step: () => void
  readonly done: (position: number) => void
}

// So many new texts lie beside their files at most. Writing them together is what makes a long plan fast; from one lot to
// the next the index follows.
const mostPrepared = 64

/** Takes the steps in their order, each wholly or not at all. An error leaves those before it taken. */
export async function applyChanges(
  files: VaultFiles,
  changes: readonly FileChange[],
  watcher: StepWatcher,
): Promise<void> {
  for (let position = 0; position < changes.length;) {
    const run = replacementsAt(changes, position)
    watcher.reach(position + Math.max(1, run.length))
    const [change] = changes.slice(position, position + 1)
    if (run.length > 1) await replaceAll(files, run, position, watcher)
    else if (change !== undefined) {
      watcher.step()
      await takeStep(files, change)
      watcher.done(position)
    }
    position += Math.max(1, run.length)
  }
  await files.syncFolders(changes.flatMap(changedFolders))
}

/** Replacements that follow one another from here on, no file twice. */
function replacementsAt(changes: readonly FileChange[], position: number): readonly Replacement[] {
  const run = new Map<string, Replacement>()
  for (const change of changes.slice(position, position + mostPrepared)) {
    if (change.kind !== 'replace' || run.has(change.path)) break
    run.set(change.path, change)
  }
  return [...run.values()]
}

async function replaceAll(
  files: VaultFiles,
  run: readonly Replacement[],
  position: number,
  { step, done }: StepWatcher,
): Promise<void> {
  const prepared = await inParallel(run, ({ path, text, before }) => files.prepare(path, text, before.hash))
  let next = 0
  try {
    for (const result of prepared) {
      if (result.status === 'rejected') throw result.reason
      step()
      await result.value.finish()
      done(position + next++)
    }
  } finally {
    for (const result of prepared.slice(next)) if (result.status === 'fulfilled') await result.value.discard()
  }
}

async function takeStep(files: VaultFiles, change: FileChange): Promise<void> {
  const { path } = change
  switch (change.kind) {
    case 'create':
      await files.create(path, change.text, change.mode)
      break
    case 'replace': {
      const { finish, discard } = await files.prepare(path, change.text, change.before.hash)
      await finish().finally(discard)
      break
    }
    case 'move':
      await files.move(path, change.to, change.before.hash, newTextOf(change))
      if (change.dropFolder !== undefined) await files.dropFolders(folderOf(path), change.dropFolder)
      break
    case 'move-folder':
      await files.moveFolder(path, change.to)
      break
    case 'remove':
      await files.remove(path, change.before.hash)
      if (change.dropFolder !== undefined) await files.dropFolders(folderOf(path), change.dropFolder)
      break
  }
}

function changedFolders(change: FileChange): readonly string[] {
  const own = folderOf(change.path)
  return change.kind === 'move' || change.kind === 'move-folder' ? [own, folderOf(change.to)] : [own]
}

/** Null where the bytes stay: then the file itself goes to its new place. */
function newTextOf(change: Move): string | null {
  return change.text === null || change.text === change.before.text ? null : change.text
}
