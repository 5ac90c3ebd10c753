import { atMost } from '../model/at-most.ts'
import { type BegunFetch, beginFetch, tipsOf } from './exchange.ts'
import type { Repository } from './repository.ts'
import { repositoryState } from './repository-state.ts'
import { currentBranch, findUpstream } from './upstream.ts'
import type { StatusAhead } from './status-ahead.ts'
import { workTreeStatus } from './work-tree-status.ts'

/** What a sync finds before it changes anything. */
export interface FirstLook {
  /**
   * Whether nothing is to be done: nothing is under way or not committed, and the other side has the same, where there is
   * one.
   */
  readonly isInStep: boolean
  /** Folders of the vault that are repositories of their own. */
  readonly repositories: readonly string[]
  /** Where it would be sent to; null where that is not known, or nowhere. */
  readonly remote: string | null
  /** A fetch that was begun, and may go on. */
  readonly fetch: BegunFetch | null
}

const mostMs = 2_000

/** Looks at the work tree and fetches. Why it cannot be fetched, and what takes long, is for who goes on with the fetch. */
export async function lookFirst(
  repository: Repository,
  begun: StatusAhead | null,
  signal: AbortSignal,
): Promise<FirstLook> {
  const isReady = (await repositoryState(repository)) === 'ready'
  const branch = isReady ? await currentBranch(repository) : null
  const unknown = { isInStep: false, repositories: [], remote: null, fetch: null }
  if (branch === null) return unknown
  const upstream = findUpstream(repository, branch)
  if (upstream === null) {
    const { changed, repositories } = await workTreeStatus(repository, begun)
    return { ...unknown, isInStep: changed.length === 0, repositories }
  }
  const { remote } = upstream
  const fetch = beginFetch(repository, upstream, signal)
  const fetching = fetch.done.catch(() => null)
  const { changed, repositories } = await workTreeStatus(repository, begun)
  const fetched = changed.length === 0 ? await atMost(mostMs, fetching) : null
  if (fetched === null) return { ...unknown, remote, fetch }
  const { ours, theirs } = await tipsOf(repository, upstream, fetched)
  return { isInStep: ours !== null && ours === theirs, repositories, remote, fetch }
}
