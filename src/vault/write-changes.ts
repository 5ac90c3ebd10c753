import { unifiedDiff } from '../markdown/unified-diff.ts'
import type { ContentHash } from '../model/ids.ts'
import type { Log } from '../model/log.ts'
import type { ChangeReport, FileChange } from './change-plan.ts'
import type { ChangedFile, History } from './history.ts'
import { VaultError } from '../model/vault-error.ts'
import { alreadyExists, hashOf, type VaultFiles } from './vault-files.ts'

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

/** What a plan would do, for a dry run. */
export function reportChanges(changes: readonly FileChange[]): readonly ChangeReport[] {
  changes.forEach(refuseHalfCharacters)
  return changes.map((change) => {
    const before = change.kind === 'create' ? '' : change.before.text
    const after = change.kind === 'remove' ? '' : change.text
    return {
      kind: change.kind,
      path: change.path,
      ...(change.kind === 'move' && { new_path: change.to }),
      content_hash: hashAfter(change),
      diff: before === after ? '' : unifiedDiff(before, after, { path: change.path }),
    }
  })
}

/**
 * Carries out a plan that was computed from the files' present versions: what is replaced goes into the history first,
 * then each file changes as one step, then the index follows. The caller holds the vault's lock.
 */
export async function writeChanges(
  door: WriteDoor,
  lock: WriteLock,
  tool: string,
  changes: readonly FileChange[],
): Promise<Written> {
  const { files, history } = door
  const reports = reportChanges(changes)
  const changeId = history.begin(tool, changes.map(toChangedFile), door.now())
  try {
    for (const change of changes) {
      if (!lock.isMine()) throw lockLost()
      await carryOut(files, change)
    }
  } catch (error) {
    history.abandon(changeId)
    throw error
  }
  history.finish(changeId)
  const paths = changes.flatMap((change) =>
    change.kind === 'move' ? [change.path, change.to] : [change.path],
  )
  await door.index(paths)
  return { changeId, reports }
}

/** Half of a character beyond the first 65,536 cannot be written as UTF-8: it would become U+FFFD without a word. */
function refuseHalfCharacters(change: FileChange): void {
  const text = change.kind === 'remove' ? '' : change.text
  if (!/\p{Surrogate}/u.test(text) && !/\p{Surrogate}/u.test(change.path)) return
  throw new VaultError('INVALID_ARGUMENT', 'The text has half of a surrogate pair, which no file can hold.', {
    hint: 'Send whole characters: an emoji is two halves in JSON, \\ud83d\\ude00.',
  })
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

async function carryOut(files: VaultFiles, change: FileChange): Promise<void> {
  switch (change.kind) {
    case 'create': {
      const twin = await files.sameName(change.path)
      // Two names that differ only in case are one file on other systems: syncing would lose one of them.
      if (twin !== null) throw alreadyExists(twin)
      await files.create(change.path, change.text)
      break
    }
    case 'replace':
      await files.replace(change.path, change.text, change.before.hash)
      break
    case 'move':
      await files.create(change.to, change.text)
      try {
        await files.remove(change.path, change.before.hash)
      } catch (error) {
        await files.remove(change.to, hashOf(Buffer.from(change.text)))
        throw error
      }
      break
    case 'remove':
      await files.remove(change.path, change.before.hash)
      break
  }
}

function toChangedFile(change: FileChange): ChangedFile {
  return {
    kind: change.kind,
    path: change.path,
    ...(change.kind === 'move' && { movedTo: change.to }),
    before: change.kind === 'create' ? null : change.before,
    after: hashAfter(change),
  }
}

function hashAfter(change: FileChange): ContentHash | null {
  return change.kind === 'remove' ? null : hashOf(Buffer.from(change.text))
}
