import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { printable } from '../model/lossless-text.ts'
import type { Repository } from './repository.ts'
import { currentBranch } from './upstream.ts'

/** What a repository is in the middle of; `ready` where nothing is under way. */
export type RepositoryState =
  'ready' | 'merging' | 'rebasing' | 'applying' | 'picking' | 'bisecting' | 'locked'

const signs: readonly (readonly [name: string, state: RepositoryState])[] = [
  ['index.lock', 'locked'],
  ['rebase-merge', 'rebasing'],
  ['rebase-apply/applying', 'applying'],
  ['rebase-apply', 'rebasing'],
  ['CHERRY_PICK_HEAD', 'picking'],
  ['REVERT_HEAD', 'picking'],
  // Between two of several.
  ['sequencer/todo', 'picking'],
  ['BISECT_LOG', 'bisecting'],
  ['MERGE_HEAD', 'merging'],
]

export async function repositoryState(repository: Repository): Promise<RepositoryState> {
  for (const [name, state] of signs) {
    if ((await stat(repository.fileOf(name)).catch(() => null)) !== null) return state
  }
  return 'ready'
}

const sentences: Readonly<Record<Exclude<RepositoryState, 'ready'>, string>> = {
  locked: 'Another git is at work in this repository, or one was stopped there.',
  merging: 'A merge is under way in this repository.',
  rebasing: 'A rebase is under way in this repository.',
  applying: 'Patches are being applied in this repository (git am).',
  picking: 'A cherry-pick or a revert is under way in this repository.',
  bisecting: 'A bisect is under way in this repository.',
}

/** A sentence; of an index that is locked with the file that locks it, and its age. */
export async function describeState(
  repository: Repository,
  state: Exclude<RepositoryState, 'ready'>,
): Promise<string> {
  const lock = repository.fileOf('index.lock')
  const stats = state === 'locked' ? await stat(lock).catch(() => null) : null
  if (stats === null) return sentences[state]
  const name = printable(relative(repository.top, lock))
  return `${sentences[state]} ${name} is ${spanOf(Date.now() - stats.mtimeMs)} old.`
}

/** Why changes of flint's wait to be committed, a sentence; null where they need not. */
export async function whyWaiting(repository: Repository, state: RepositoryState): Promise<string | null> {
  if (state !== 'ready') return await describeState(repository, state)
  return (await currentBranch(repository)) === null ? 'The repository has no branch checked out.' : null
}

/** Why nothing can be committed now. */
export async function notReady(
  repository: Repository,
  state: Exclude<RepositoryState, 'ready'>,
): Promise<VaultError> {
  return new VaultError('GIT_ERROR', `${await describeState(repository, state)} Nothing was committed.`, {
    state,
    hint:
      state === 'locked'
        ? 'Repeat it in a moment. Where that does not help, remove that file if no git is running.'
        : 'Finish it or give it up with git, then repeat it.',
  })
}

/** `3 hours`. */
function spanOf(ms: number): string {
  const [unit, size] = units.find(([, least]) => ms >= least) ?? (['second', 1_000] as const)
  const count = Math.max(0, Math.floor(ms / size))
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
