import { stat } from 'node:fs/promises'
import type { Repository } from './repository.ts'

/** What a repository is in the middle of; `ready` where nothing is under way. */
export type RepositoryState = 'ready' | 'merging' | 'rebasing' | 'picking' | 'bisecting' | 'locked'

const signs: readonly (readonly [name: string, state: RepositoryState])[] = [
  ['index.lock', 'locked'],
  ['rebase-merge', 'rebasing'],
  ['rebase-apply', 'rebasing'],
  ['CHERRY_PICK_HEAD', 'picking'],
  ['REVERT_HEAD', 'picking'],
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
  picking: 'A cherry-pick or a revert is under way in this repository.',
  bisecting: 'A bisect is under way in this repository.',
}

export function describeState(state: Exclude<RepositoryState, 'ready'>): string {
  return sentences[state]
}
