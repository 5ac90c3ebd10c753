import { setTimeout as pause } from 'node:timers/promises'
import { commitVault } from '../git/commit-vault.ts'
import { fetchFrom, pushTo } from '../git/exchange.ts'
import { notOnABranch } from '../git/git-error.ts'
import { printable } from '../git/lossless-text.ts'
import { mergeTrees, pathsOf, unmergedStages } from '../git/merge-trees.ts'
import { type OpenConflict, openConflicts } from '../git/open-conflicts.ts'
import { inIndexCopy } from '../git/own-index.ts'
import type { Repository } from '../git/repository.ts'
import { stagePaths } from '../git/stage-paths.ts'
import { describeState, repositoryState } from '../git/repository-state.ts'
import { currentBranch, findUpstream } from '../git/upstream.ts'
import { commitOf, diffTrees } from '../git/trees.ts'
import { changedPaths } from '../git/work-tree-status.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { takeIn } from './take-in.ts'

export type SyncStep = 'commit' | 'fetch' | 'merge' | 'push'

export interface SyncOptions {
  /** How git starts the merge of a note: a line for the shell. */
  readonly driver: string
  readonly signal: AbortSignal
  readonly progress: (step: SyncStep) => void
}

export interface Synced {
  /** Files committed here; 0 where nothing had changed. */
  readonly committed: number
  /** Files that came from elsewhere. */
  readonly received: number
  readonly pushed: boolean
  /** Notes whose links were led to where the other side had moved what they mean. */
  readonly relinked: readonly string[]
  /** Files that were taken in before, and that this sync sends as they were without it. */
  readonly takenBack: readonly string[]
  /** For a person to settle; nothing is sent before. */
  readonly conflicts: readonly OpenConflict[]
  /** Settings of the repository that were not followed. */
  readonly refused: readonly string[]
  /** Null where the repository has nowhere to send to. */
  readonly remote: string | null
}

const mostTurns = 8

/**
 * Commits what has changed in the vault, fetches, merges and pushes. It never forces, and can be stopped and repeated at
 * any moment: notes are put in place as every change of flint's is, checked, whole and undoable, and only then does git
 * learn of it.
 */
export async function syncWithGit(
  vault: VaultContext,
  repository: Repository,
  options: SyncOptions,
): Promise<Synced> {
  return await vault.commits.alone(() => syncAlone(vault, repository, options))
}

async function syncAlone(vault: VaultContext, repository: Repository, options: SyncOptions): Promise<Synced> {
  const branch = await currentBranch(repository)
  if (branch === null) throw notOnABranch()
  const refused = repository.refused
  const totals = { committed: 0, received: 0, relinked: new Set<string>(), takenBack: new Set<string>() }
  const answer = (more: Pick<Synced, 'pushed' | 'conflicts' | 'remote'>): Synced => ({
    ...totals,
    relinked: [...totals.relinked],
    takenBack: [...totals.takenBack].map(printable),
    refused,
    ...more,
  })
  for (let turn = 1; ; turn += 1) {
    options.signal.throwIfAborted()
    const left = await conclude(repository, options.driver)
    if (left.length > 0) return answer({ pushed: false, conflicts: left, remote: null })
    options.progress('commit')
    const { files, marked, takenBack } = await commitVault(repository, describeCommit)
    totals.committed += files
    for (const path of takenBack) totals.takenBack.add(path)
    if (marked.length > 0) {
      const conflicts = marked.map((path) => ({ path, kind: 'marked' }) as const)
      return answer({ pushed: false, conflicts, remote: null })
    }
    const upstream = await findUpstream(repository, branch)
    if (upstream === null) return answer({ pushed: false, conflicts: [], remote: null })
    options.progress('fetch')
    const theirs = await fetchFrom(repository, upstream, options.signal)
    const merged = await takeIn(vault, repository, theirs, options)
    if (merged.kind === 'overtaken') {
      if (turn === mostTurns) throw tooBusy([])
      await pause(turn * 20)
      continue
    }
    totals.received += merged.received
    for (const path of merged.relinked) totals.relinked.add(path)
    if (merged.conflicts.length > 0) {
      return answer({ pushed: false, conflicts: merged.conflicts, remote: upstream.remote })
    }
    options.progress('push')
    const pushed = await pushTo(repository, upstream, theirs, options.signal)
    if (typeof pushed === 'string')
      return answer({ pushed: pushed === 'pushed', conflicts: [], remote: upstream.remote })
    if (turn === mostTurns) throw tooBusy(pushed.behind)
  }
}

function describeCommit(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map((path) => `- ${printable(path)}`)
  const more = paths.length > names.length ? [`- and ${paths.length - names.length} more`] : []
  const subject =
    paths.length === 1 ? `notes: ${printable(paths[0] ?? '').slice(0, 60)}` : `notes: ${paths.length} files`
  return [subject, '', ...names, ...more].join('\n')
}

/** Ends a merge that a person has settled; what is not settled yet. */
async function conclude(repository: Repository, driver: string): Promise<readonly OpenConflict[]> {
  const state = await repositoryState(repository)
  if (state === 'ready') return []
  if (state !== 'merging') throw notReady(state)
  const [ours, theirs] = [await commitOf(repository, 'HEAD'), await commitOf(repository, 'MERGE_HEAD')]
  const merged = ours === null || theirs === null ? null : await mergeTrees(repository, ours, theirs, driver)
  const stages = await unmergedStages(repository)
  const open = await openConflicts(repository, stages, merged)
  if (open.length > 0) return open
  const changed = await changedPaths(repository)
  if (ours !== null && merged !== null) {
    const settled = await inIndexCopy(repository, async (index) => {
      await stagePaths(repository, index, changed)
      return await index.writeTree()
    })
    const differing = new Set((await diffTrees(repository, ours, settled)).map(({ path }) => path))
    const decided = new Set([...pathsOf(stages), ...pathsOf(merged.conflicts)])
    const lost = (await diffTrees(repository, ours, merged.tree))
      .map(({ path }) => path)
      .filter((path) => !differing.has(path) && !decided.has(path))
    if (lost.length > 0) throw wouldTakeBack(lost)
  }
  await stagePaths(repository, repository, changed)
  await repository.git(['commit', '--quiet', '--no-verify', '--no-edit', '-m', 'notes: conflicts settled'])
  return []
}

const mostNamed = 50

/** Nobody was asked about these files, and what others did to them is not in the merge that would be sent. */
function wouldTakeBack(paths: readonly string[]): VaultError {
  const named = paths.slice(0, 3).map(printable).join(', ')
  return new VaultError(
    'CONFLICT',
    `A merge is under way, and what others have sent of ${named}${paths.length > 3 ? ` and ${paths.length - 3} more files` : ''} is not in it: to end it so would take that back for everybody. Nothing was committed.`,
    {
      paths: paths.slice(0, mostNamed).map(printable),
      hint: 'git reset gives the merge up and leaves every file as it is; the next sync merges anew. To take it back on purpose end the merge with git commit.',
    },
  )
}

function notReady(state: Parameters<typeof describeState>[0]): VaultError {
  return new VaultError('GIT_ERROR', `${describeState(state)} Nothing was committed.`, {
    state,
    hint: 'Finish it or give it up with git, then repeat it.',
  })
}

function tooBusy(said: readonly string[]): VaultError {
  return new VaultError('CONFLICT', 'Others write or push faster than it can be merged. Nothing is lost.', {
    ...(said.length > 0 && { git: said.slice(0, 5) }),
    // A git that was killed there leaves its lock, and nobody sends anything any more.
    hint: said.some((line) => line.includes(".lock': File exists"))
      ? `Repeat it in a moment. If that does not help, remove the lock that a killed git left over there: ${said.find((line) => line.includes('.lock')) ?? ''}`
      : 'Repeat it in a moment.',
  })
}
