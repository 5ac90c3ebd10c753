import type { Log } from '../model/log.ts'
import { changedPaths } from './changed-paths.ts'
import type { History } from './history.ts'
import { PlannedFiles } from './planned-files.ts'
import type { RecordedChange, RecordedStep } from './recorded-change.ts'
import { foldersOf, hasName, rollBack, type RollBackOptions } from './roll-back.ts'
import type { WriteLock } from './write-lock.ts'
import { removeLeftovers } from '../files/remove-leftovers.ts'
import type { PathState } from '../files/look-at-path.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { messageOf } from '../model/error-code.ts'
import type { ContentHash } from '../model/ids.ts'

export interface RecoveryDoor {
  readonly files: VaultFiles
  readonly history: History
  readonly log: Log
}

/**
 * Finishes or rolls back every interrupted change and returns the paths that the index must look at. Call it under the
 * vault's lock: a change still marked as begun then belongs to a process that is gone or has lost the lock. Rejects once
 * the lock is lost in turn: who has it now has settled these changes, and may have written over them.
 */
export async function recoverChanges(
  door: RecoveryDoor,
  lock: WriteLock = { isMine: () => true },
): Promise<readonly string[]> {
  const paths: string[] = []
  for (const change of await door.history.begun()) {
    await lock.confirm?.()
    const steps = await door.history.steps(change.id)
    try {
      paths.push(...(await recover(door, change, steps, lock)))
    } catch (error) {
      if (!lock.isMine()) throw error
      // It must not keep anyone from writing elsewhere: the next holder of the lock tries again.
      door.log.error('a change that was cut off cannot be taken back yet', {
        change: change.id,
        cause: messageOf(error),
      })
    }
    for (const path of await changedPaths(door.files, steps)) paths.push(path)
  }
  return paths
}

/** Returns where it has put what somebody saved at the moment of the interruption. */
async function recover(
  door: RecoveryDoor,
  change: RecordedChange,
  steps: readonly RecordedStep[],
  lock: WriteLock,
): Promise<readonly string[]> {
  const { files, history, log } = door
  const known = new Set(steps.flatMap(({ beforeHash, afterHash }) => [beforeHash, afterHash]))
  const copies: string[] = []
  for (const folder of new Set(steps.flatMap(foldersOf)))
    copies.push(...(await removeLeftovers(files, folder, known)))
  if (copies.length > 0)
    log.warn('what an editor saved while a change was cut off is kept as a copy', { paths: copies })
  if (await isAsAfter(files, steps)) {
    await files.syncFolders(steps.flatMap(foldersOf))
    await history.finish(change.id)
    log.warn('a change that was cut off was complete', { change: change.id, tool: change.tool })
    return copies
  }
  await takeBackChange(door, change, steps, { begun: change.reached, halfway: change.reached - 1 }, lock)
  log.warn('a change that was cut off was taken back', { change: change.id, tool: change.tool })
  return copies
}

/**
 * Rolls a change back and settles its entry. What somebody else has changed meanwhile stays, is named in the log and in
 * the result, and keeps its part of the entry. Throws where the disk does not allow it: then the entry stays as it is.
 */
export async function takeBackChange(
  { files, history, log }: RecoveryDoor,
  { id, tool }: Pick<RecordedChange, 'id' | 'tool'>,
  steps: readonly RecordedStep[],
  progress: Omit<RollBackOptions, 'step'>,
  lock: WriteLock,
): Promise<readonly string[]> {
  const step = () => {
    if (!lock.isMine()) throw new Error('The lock was lost while a change was taken back.')
  }
  const { left, failures } = await rollBack(files, steps, { ...progress, step })
  const [failure] = failures
  if (failure !== undefined) throw failure
  // Who was killed over this before has taken some steps back: what they left is no longer what the later ones found.
  if (left.length === 0 || (await isAsAfter(files, steps.map(inverse).reverse()))) {
    await history.abandon(id)
    return []
  }
  const paths = left.map(({ path, movedTo }) => movedTo ?? path)
  await history.keep(
    id,
    left.map(({ position }) => position),
  )
  log.error('files that somebody else has changed were left as they are while a change was taken back', {
    change: id,
    tool,
    paths,
  })
  return paths
}

/** Whether every file is as these steps, one after the other, would leave it. */
async function isAsAfter(files: VaultFiles, steps: readonly Outcome[]): Promise<boolean> {
  const planned = new PlannedFiles(files)
  for (const { path, movedTo, afterHash } of steps) {
    if (afterHash === null && movedTo !== null) planned.moveFolder(path, movedTo)
    else {
      if (afterHash === null || movedTo !== null) planned.set(path, { kind: 'nothing' })
      if (afterHash !== null) planned.set(movedTo ?? path, { kind: 'file', hash: afterHash, mode: 0 })
    }
  }
  for (const path of planned.touched()) {
    const wanted = await planned.look(path)
    const found = await files.look(path)
    if (wanted.kind === 'nothing') {
      if (found.kind !== 'nothing' && (await hasName(files, path))) return false
    } else if (wanted.kind !== found.kind || hashOf(wanted) !== hashOf(found)) return false
  }
  return true
}

function hashOf(state: PathState): ContentHash | null {
  return state.kind === 'file' ? state.hash : null
}

type Outcome = Pick<RecordedStep, 'path' | 'movedTo' | 'afterHash'>

function inverse({ path, movedTo, beforeHash }: RecordedStep): Outcome {
  return { path: movedTo ?? path, movedTo: movedTo === null ? null : path, afterHash: beforeHash }
}
