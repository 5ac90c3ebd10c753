import { setTimeout as pause } from 'node:timers/promises'
import { commitVault, unmergedPaths } from '../git/commit-vault.ts'
import { withMarks } from '../git/conflict-marks.ts'
import { fetchFrom, pushTo } from '../git/exchange.ts'
import { notOnABranch } from '../git/git-error.ts'
import type { Repository } from '../git/repository.ts'
import { describeState, repositoryState } from '../git/repository-state.ts'
import { currentBranch, findUpstream } from '../git/upstream.ts'
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
  /** Files with both texts in them, for a person to settle. */
  readonly conflicts: readonly string[]
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
  const refused = repository.refused.map(({ name }) => name)
  const totals = { committed: 0, received: 0, relinked: new Set<string>() }
  const answer = (more: Pick<Synced, 'pushed' | 'conflicts' | 'remote'>): Synced => ({
    ...totals,
    relinked: [...totals.relinked],
    refused,
    ...more,
  })
  for (let turn = 1; ; turn += 1) {
    options.signal.throwIfAborted()
    const left = await conclude(repository)
    if (left.length > 0) return answer({ pushed: false, conflicts: left, remote: null })
    options.progress('commit')
    const { files, marked } = await commitVault(repository, describeCommit)
    totals.committed += files
    if (marked.length > 0) return answer({ pushed: false, conflicts: marked, remote: null })
    const upstream = await findUpstream(repository, branch)
    if (upstream === null) return answer({ pushed: false, conflicts: [], remote: null })
    options.progress('fetch')
    const theirs = await fetchFrom(repository, upstream, options.signal)
    const merged = await takeIn(vault, repository, theirs, options)
    if (merged.kind === 'overtaken') {
      if (turn === mostTurns) throw tooBusy()
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
    if (pushed !== 'behind')
      return answer({ pushed: pushed === 'pushed', conflicts: [], remote: upstream.remote })
    if (turn === mostTurns) throw tooBusy()
  }
}

function describeCommit(paths: readonly string[]): string {
  const names = paths.slice(0, 20).map((path) => `- ${path}`)
  const more = paths.length > names.length ? [`- and ${paths.length - names.length} more`] : []
  const subject =
    paths.length === 1 ? `notes: ${(paths[0] ?? '').slice(0, 60)}` : `notes: ${paths.length} files`
  return [subject, '', ...names, ...more].join('\n')
}

/** Ends a merge that a person has settled; the files that are not settled yet. */
async function conclude(repository: Repository): Promise<readonly string[]> {
  const state = await repositoryState(repository)
  if (state === 'ready') return []
  if (state !== 'merging') throw notReady(state)
  const unmerged = await unmergedPaths(repository)
  const marked = await withMarks(repository, [...new Set([...unmerged, ...(await changedPaths(repository))])])
  const inside = unmerged.filter((path) => repository.isInVault(path))
  const open = [...new Set([...marked, ...unmerged.filter((path) => !inside.includes(path))])]
  if (open.length > 0) return open
  await repository.git(['add', '--all', '--', repository.pathspec])
  await repository.git(['commit', '--quiet', '--no-verify', '--no-edit', '-m', 'notes: conflicts settled'])
  return []
}

function notReady(state: Parameters<typeof describeState>[0]): VaultError {
  return new VaultError('GIT_ERROR', `${describeState(state)} Nothing was committed.`, {
    state,
    hint: 'Finish it or give it up with git, then repeat it.',
  })
}

function tooBusy(): VaultError {
  return new VaultError('CONFLICT', 'Others write or push faster than it can be merged. Nothing is lost.', {
    hint: 'Repeat it in a moment.',
  })
}
