import type { Actor } from '../model/actor.ts'
import type { Log } from '../model/log.ts'
import type { ChangeReport, FileChange } from './change-plan.ts'
import { changedPaths } from './changed-paths.ts'
import { checkChanges } from './check-changes.ts'
import type { ForeseenFiles } from './foreseen-files.ts'
import type { History } from './history.ts'
import { applyChanges, firstReach } from './apply-changes.ts'
import { takeBackChange } from './recover-changes.ts'
import { reportChanges } from './report-changes.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import type { WriteLock } from './write-lock.ts'
import type { VaultScope } from './vault-scope.ts'
import type { VaultFiles } from '../files/vault-files.ts'

export interface WriteDoor {
  readonly files: VaultFiles
  readonly history: History
  /** Runs work while no other flint process writes to this vault. Once the signal is aborted it does not begin. */
  readonly locked: <Result>(
    work: (lock: WriteLock) => Promise<Result>,
    signal?: AbortSignal,
  ) => Promise<Result>
  /** Makes the next query of any process see these paths. A write does not wait for the index, as far as queries can. */
  readonly index: (paths: readonly string[]) => Awaitable<void>
  readonly now: () => Date
  readonly log: Log
  /** Aborted once nobody waits for these changes any more: what has not begun by then does not; what has is finished. */
  readonly signal?: AbortSignal
  /** Whose changes these are; null where nobody said. */
  readonly actor: Actor | null
  /** Present where nothing may be changed: called with each plan, which ends there. */
  readonly foresee?: (changes: readonly FileChange[]) => void
  /** Present where only some folders may be touched: every plan is checked against it before anything is written. */
  readonly scope?: VaultScope
  /** The files without that limit, used to carry out a plan that was found to keep to it. */
  readonly allFiles?: VaultFiles
}

/** Every plan passes here before it is shown or carried out. */
export function announce({ scope, foresee }: WriteDoor, changes: readonly FileChange[]): void {
  scope?.checkChanges(changes)
  foresee?.(changes)
}

const mostReports = 50

export interface WriteOutcome {
  /** Null for a dry run. */
  readonly changeId: string | null
  readonly reports: readonly ChangeReport[]
}

/**
 * Carries out a plan that was computed from the files' present versions, all of it or nothing: the whole plan is
 * checked, what it replaces goes into the history, each file changes in one step, then the index follows. The caller
 * holds the vault's lock.
 */
export async function writeChanges(
  given: WriteDoor,
  lock: WriteLock,
  tool: string,
  changes: readonly FileChange[],
  {
    undoes = null,
    progress,
    onPlaced,
    mayTwin = undoes !== null,
  }: {
    readonly undoes?: string | null
    readonly onPlaced?: (() => Promise<void>) | undefined
    readonly progress?: ((done: number, total: number) => void) | undefined
    readonly mayTwin?: boolean
  } = {},
): Promise<WriteOutcome> {
  if (given.foresee !== undefined) return await showChanges(given, changes, { mayTwin })
  const door = { ...given, files: given.allFiles ?? given.files }
  const { files, history } = door
  const { steps, reports } = await checkedPlan(door, changes, mayTwin)
  const { actor } = door
  const first = firstReach(changes)
  const changeId = await history.record({ tool, time: door.now(), actor, undoes, reached: first }, steps)
  const synced = history.synced()
  // It may fail before anybody waits for it.
  synced.catch(() => undefined)
  const reachFurther = async (end: number) => {
    if (!(await history.reach(changeId, end))) throw lockLost()
  }
  const named = changes.map((change) => ({ ...change, movedTo: 'to' in change ? change.to : null }))
  // A change of thousands of files must not send as many messages.
  const reportEvery = Math.max(1, Math.ceil(changes.length / mostReports))
  let taken = 0
  try {
    await applyChanges(files, changes, {
      ready: lock.confirm === undefined ? () => synced : () => synced.then(lock.confirm),
      reach: (end) => (end > first ? reachFurther(end) : undefined),
      step: () => {
        if (!lock.isMine()) throw lockLost()
      },
      done: () => {
        taken += 1
        if (taken % reportEvery === 0 || taken === changes.length) progress?.(taken, changes.length)
      },
    })
    if (!(await history.finish(changeId))) throw lockLost()
  } catch (error) {
    await takeBack(door, lock, { id: changeId, tool, taken }, error).finally(async () => {
      await door.index(await changedPaths(files, named))
    })
    // Who has taken over finishes it or takes it back: repeated at once it might be made twice.
    if (taken > 0 && !lock.isMine()) throw lockLost(changeId, error)
    throw error
  }
  const paths = await changedPaths(files, named)
  try {
    await onPlaced?.()
  } finally {
    await door.index(paths)
  }
  return { changeId, reports }
}

/** A dry run: what `writeChanges` refuses is refused, and nothing is changed. It follows those that `foreseen` has taken. */
export async function showChanges(
  door: WriteDoor,
  changes: readonly FileChange[],
  {
    mayTwin = false,
    foreseen,
  }: { readonly mayTwin?: boolean; readonly foreseen?: ForeseenFiles | undefined } = {},
): Promise<WriteOutcome> {
  const files = door.allFiles ?? door.files
  const { reports } = await checkedPlan({ ...door, files }, changes, mayTwin, foreseen)
  door.foresee?.(changes)
  return { changeId: null, reports }
}

/** The steps of a plan that can be carried out as a whole, and what is told of them. */
async function checkedPlan(
  { files, scope }: Pick<WriteDoor, 'files' | 'scope'>,
  changes: readonly FileChange[],
  mayTwin: boolean,
  foreseen?: ForeseenFiles,
) {
  const reports = await reportChanges(changes)
  scope?.checkChanges(changes)
  const { steps, problems } =
    (await foreseen?.take(changes)) ?? (await checkChanges(files, changes, { mayTwin }))
  const [problem] = problems
  if (problem !== undefined) throw problem.error
  return { steps, reports }
}

/** Whoever cannot be sure of the lock does nothing that needs it. */
async function isOurs(lock: WriteLock): Promise<boolean> {
  try {
    await lock.confirm?.()
    return lock.isMine()
  } catch {
    return false
  }
}

/** Rolls everything back after an error. A process that has lost the lock leaves that to the new holder. */
async function takeBack(
  door: WriteDoor,
  lock: WriteLock,
  { taken, ...change }: FailedChange,
  error: unknown,
): Promise<void> {
  if (!(await isOurs(lock))) return
  let left: readonly string[]
  try {
    const progress = { begun: taken, halfway: taken }
    left = await takeBackChange(door, change, await door.history.steps(change.id), progress, lock)
  } catch (failure) {
    if (!lock.isMine()) return
    throw new VaultError(
      'CONFLICT',
      'The change failed halfway, and what was done of it could not be taken back yet.',
      {
        change_id: change.id,
        reason: reasonOf(error),
        hint: 'Free some space or mend the permissions: the next write takes the rest of it back first.',
      },
      { cause: new AggregateError([error, failure]) },
    )
  }
  if (left.length === 0) return
  throw new VaultError(
    'CONFLICT',
    'The change failed halfway and was taken back, but for what somebody else has changed at the same moment.',
    {
      left_as_they_are: left.slice(0, 50),
      change_id: change.id,
      reason: reasonOf(error),
      hint: [
        'Look at these files: they hold what the change wrote and what was changed since.',
        { kind: 'undo-later' },
      ],
    },
    { cause: error },
  )
}

function reasonOf(error: unknown): string {
  return error instanceof VaultError ? error.message : 'The system refused a step.'
}

interface FailedChange {
  readonly id: string
  readonly tool: string
  /** How many of its steps were taken. */
  readonly taken: number
}

function lockLost(changeId?: string, cause?: unknown): VaultError {
  return new VaultError(
    'CONFLICT',
    'This process was stopped for so long, or cut off, that another one took over the vault.',
    {
      ...(changeId !== undefined && { change_id: changeId }),
      hint: 'Read the note again: where the change is not in it, repeat it.',
    },
    { cause },
  )
}
