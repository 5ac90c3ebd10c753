import type { Log } from '../model/log.ts'
import type { ChangeReport, FileChange } from './change-plan.ts'
import { checkChanges } from './check-changes.ts'
import type { History } from './history.ts'
import { applyChanges } from './apply-changes.ts'
import { reportChanges } from './report-changes.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultFiles } from './vault-files.ts'

export interface WriteDoor {
  readonly files: VaultFiles
  readonly history: History
  /** Runs the work while no other flint process writes to this vault. */
  readonly locked: <Result>(work: (lock: WriteLock) => Promise<Result>) => Promise<Result>
  /** Makes the next query see these paths. */
  readonly index: (paths: readonly string[]) => Promise<void>
  readonly now: () => Date
  readonly log: Log
}

/** The vault's lock while one holds it. */
export interface WriteLock {
  /** False once another process has taken it, because this one was stopped for too long. */
  isMine(): boolean
}

export interface Written {
  /** Null for a dry run. */
  readonly changeId: string | null
  readonly reports: readonly ChangeReport[]
}

/**
 * Carries out a plan that was computed from the files' present versions, all of it or nothing: it is checked as a whole,
 * what is replaced goes into the history, then each file changes as one step, then the index follows. The caller holds
 * the vault's lock.
 */
export async function writeChanges(
  door: WriteDoor,
  lock: WriteLock,
  tool: string,
  changes: readonly FileChange[],
): Promise<Written> {
  const { files, history } = door
  const reports = reportChanges(changes)
  const { steps, problems } = await checkChanges(files, changes)
  const [problem] = problems
  if (problem !== undefined) throw problem.error
  const changeId = history.begin(tool, steps, door.now())
  try {
    await applyChanges(files, changes, {
      reach: () => undefined,
      step: () => {
        if (!lock.isMine()) throw lockLost()
      },
      done: () => undefined,
    })
  } catch (error) {
    history.abandon(changeId)
    throw error
  }
  history.finish(changeId)
  await door.index(await indexedPaths(files, changes))
  return { changeId, reports }
}

/** The paths at which the index has to look; those in a folder that moved one by one. */
async function indexedPaths(files: VaultFiles, changes: readonly FileChange[]): Promise<readonly string[]> {
  const paths = new Set<string>()
  for (const change of changes) {
    if (change.kind === 'move-folder') {
      for (const path of await files.filesBelow(change.to)) {
        paths.add(path)
        paths.add(change.path + path.slice(change.to.length))
      }
      continue
    }
    paths.add(change.path)
    if (change.kind === 'move') paths.add(change.to)
  }
  return [...paths]
}

function lockLost(): VaultError {
  return new VaultError(
    'CONFLICT',
    'This process was stopped for so long that another one took over the vault.',
    {
      hint: 'Read the note again and repeat the change.',
    },
  )
}
