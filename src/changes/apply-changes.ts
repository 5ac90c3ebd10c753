import { folderOf } from '../model/note-path.ts'
import { writtenText, type FileChange, type Replacement } from './change-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { PreparedFile, VaultFiles } from '../files/vault-files.ts'

/** Follows the steps of a plan as they are taken. Throwing ends the work before the next step. */
export interface StepWatcher {
  /** Called once new texts lie beside their files, before a step is taken; resolves once the history is on disk. */
  readonly ready: () => Promise<unknown>
  /** Called before any of the steps up to `end` begins, which wait for what it returns. */
  readonly reach: (end: number) => Promise<void> | undefined
  /** Called just before a step changes a file, with no await in between. */
  readonly step: () => void
  readonly done: (position: number) => void
}

// What makes a long plan fast is writing this many new texts at once, and the next batch while the one before is put in
// place. At most twice as many lie beside their files.
const mostPrepared = 48

/** A batch of new texts that lie, or will lie, beside their files. */
interface Lot {
  readonly size: number
  readonly prepared: Promise<readonly PromiseSettledResult<PreparedFile>[]>
}

/** Takes the steps in order, each wholly or not at all. After an error, the steps before it stay taken. */
export async function applyChanges(
  files: VaultFiles,
  changes: readonly FileChange[],
  watcher: StepWatcher,
): Promise<void> {
  const prepareLot = (position: number): Lot | null => {
    const run = replacementsAt(changes, position)
    if (run.length < 2) return null
    const reached = watcher.reach(position + run.length)
    const prepare = ({ path, text, before }: Replacement) => files.prepare(path, text, before)
    const prepareAll = () => inParallel(run, prepare)
    const prepared = reached === undefined ? prepareAll() : reached.then(prepareAll)
    // It may fail before anybody waits for it.
    prepared.catch(() => undefined)
    return { size: run.length, prepared }
  }
  let lot = prepareLot(0)
  for (let position = 0; position < changes.length;) {
    const change = changes[position]
    if (lot !== null) {
      const prepared = await lot.prepared
      const end = position + lot.size
      lot = null
      try {
        await watcher.ready()
        lot = prepareLot(end)
        await finishAll(prepared, position, watcher)
      } catch (error) {
        await discardAll([...prepared, ...((await lot?.prepared.catch(() => [])) ?? [])])
        throw error
      }
      position = end
    } else if (change !== undefined) {
      await watcher.reach(position + 1)
      await takeStep(files, change, watcher)
      watcher.done(position)
      position += 1
      lot = prepareLot(position)
    }
  }
  await files.syncFolders(changes.flatMap(changedFolders))
}

/** How many steps may begin before `reach` is called for the first time. */
export function firstReach(changes: readonly FileChange[]): number {
  return Math.max(replacementsAt(changes, 0).length, 1)
}

/** The replacements that follow one another from `position`, no file twice. */
function replacementsAt(changes: readonly FileChange[], position: number): readonly Replacement[] {
  const run = new Map<string, Replacement>()
  for (const change of changes.slice(position, position + mostPrepared)) {
    if (change.kind !== 'replace' || run.has(change.path)) break
    run.set(change.path, change)
  }
  return [...run.values()]
}

async function finishAll(
  prepared: readonly PromiseSettledResult<PreparedFile>[],
  position: number,
  { step, done }: StepWatcher,
): Promise<void> {
  for (const [index, result] of prepared.entries()) {
    if (result.status === 'rejected') throw result.reason
    await result.value.finish(step)
    done(position + index)
  }
}

/** One that is in place already has nothing left to discard. */
async function discardAll(prepared: readonly PromiseSettledResult<PreparedFile>[]): Promise<void> {
  for (const result of prepared) if (result.status === 'fulfilled') await result.value.discard()
}

async function takeStep(files: VaultFiles, change: FileChange, { ready, step }: StepWatcher): Promise<void> {
  const { path } = change
  switch (change.kind) {
    case 'create':
      await files.create(path, change.text, change.mode, step, ready)
      return
    case 'replace': {
      const { finish, discard } = await files.prepare(path, change.text, change.before)
      await ready()
        .then(() => finish(step))
        .finally(discard)
      return
    }
    case 'move':
      await ready()
      // Where the bytes stay the same the file itself moves.
      await files.move(path, change.to, change.before.hash, writtenText(change), step)
      break
    case 'move-folder':
      await ready()
      await files.moveFolder(path, change.to, step)
      break
    case 'remove':
      await ready()
      await files.remove(path, change.before.hash, step)
      break
  }
  if (change.dropFolder !== undefined) await files.dropFolders(folderOf(path), change.dropFolder)
}

function changedFolders(change: FileChange): readonly string[] {
  return 'to' in change ? [folderOf(change.path), folderOf(change.to)] : [folderOf(change.path)]
}
